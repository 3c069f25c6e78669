ALTER TABLE "x402_authorizations" ADD COLUMN "sending" jsonb;--> statement-breakpoint
CREATE INDEX "claims_leased" ON "claims" USING btree ("lease_until") WHERE state in ('running', 'gone');--> statement-breakpoint
CREATE INDEX "x402_authorizations_settling" ON "x402_authorizations" USING btree ("lease_until") WHERE state = 'settling';