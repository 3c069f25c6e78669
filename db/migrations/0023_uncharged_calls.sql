ALTER TABLE "receipts" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "no_charge_events" ADD COLUMN "receipt_id" text;--> statement-breakpoint
CREATE INDEX "holds_uncharged" ON "holds" USING btree ("resolved_at") WHERE status in ('released', 'expired');