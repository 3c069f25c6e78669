DROP INDEX "x402_authorizations_gasless";--> statement-breakpoint
ALTER TABLE "x402_authorizations" ADD COLUMN "caller" text;--> statement-breakpoint
CREATE INDEX "x402_authorizations_gas" ON "x402_authorizations" USING btree ("created_at","gas_gwei") WHERE gas_gwei is not null;--> statement-breakpoint
CREATE INDEX "x402_authorizations_caller" ON "x402_authorizations" USING btree ("caller","created_at") WHERE caller is not null;