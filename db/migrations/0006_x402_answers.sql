ALTER TABLE "x402_authorizations" ADD COLUMN "units" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "x402_authorizations" ADD COLUMN "valid_before" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "x402_authorizations" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
CREATE INDEX "x402_authorizations_payer" ON "x402_authorizations" USING btree ("payer","created_at");