ALTER TABLE "holds" ADD COLUMN "no_charge_reason" text;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "answer_status" integer;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "request_id" text;