CREATE TABLE "articles" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"source_name" text NOT NULL,
	"source_domain" text NOT NULL,
	"guid" text,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"snippet" text NOT NULL,
	"categories" text[] NOT NULL,
	"providers" text[] NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"is_date_estimated" boolean NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "articles_newest" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "articles_source_guid" ON "articles" USING btree ("source_id","guid");--> statement-breakpoint
CREATE INDEX "articles_categories" ON "articles" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "articles_providers" ON "articles" USING gin ("providers");--> statement-breakpoint
CREATE INDEX "articles_fetched" ON "articles" USING btree ("fetched_at");