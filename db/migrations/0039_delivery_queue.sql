ALTER TABLE "watch_deliveries" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "is_secret_encoded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "watch_deliveries_claimed" ON "watch_deliveries" USING btree ("claimed_at");