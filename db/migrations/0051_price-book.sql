CREATE TABLE "price_book_files" (
	"format" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"is_compressed" boolean NOT NULL,
	"row_count" integer NOT NULL,
	"made_from" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listing_spans" ADD COLUMN "price_conditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_spans" ADD COLUMN "verified_at" text;