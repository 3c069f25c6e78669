CREATE TABLE "article_words" (
	"article_id" text PRIMARY KEY NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	"rules" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_publications" (
	"source_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_weeks" (
	"week" integer PRIMARY KEY NOT NULL,
	"articles" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "article_words_words" ON "article_words" USING gin ("words") WITH (fastupdate=false);