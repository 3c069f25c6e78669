ALTER TABLE "watch_deliveries" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "watch_deliveries" ADD COLUMN "sent_body" text;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "format" text DEFAULT 'json' NOT NULL;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "last_abilities" jsonb;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "last_listed" jsonb;