ALTER TABLE "x402_authorizations" ADD COLUMN "quote_id" bigint;--> statement-breakpoint
ALTER TABLE "x402_authorizations" ADD COLUMN "gas_gwei" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "x402_authorizations_quote" ON "x402_authorizations" USING btree ("quote_id") WHERE quote_id is not null;--> statement-breakpoint
CREATE INDEX "x402_authorizations_gasless" ON "x402_authorizations" USING btree ("created_at") WHERE quote_id is not null;