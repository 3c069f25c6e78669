CREATE TABLE "raw_texts" (
	"article_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"content_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "rules_version" text DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "text_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_rules_version" ON "articles" USING btree ("rules_version");