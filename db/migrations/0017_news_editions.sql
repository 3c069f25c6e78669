CREATE TABLE "news_edition_articles" (
	"edition" integer NOT NULL,
	"place" integer NOT NULL,
	"article_id" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "news_edition_articles_edition_place_pk" PRIMARY KEY("edition","place")
);
--> statement-breakpoint
CREATE TABLE "news_edition_words" (
	"key" text NOT NULL,
	"edition" integer NOT NULL,
	"titles" "bytea" NOT NULL,
	"snippets" "bytea" NOT NULL,
	CONSTRAINT "news_edition_words_key_edition_pk" PRIMARY KEY("key","edition")
);
--> statement-breakpoint
CREATE TABLE "news_editions" (
	"edition" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_editions_edition_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"week" integer NOT NULL,
	"articles" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "listing_spans_days";--> statement-breakpoint
DROP INDEX "score_spans_days";--> statement-breakpoint
ALTER TABLE "news_weeks" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news_weeks" ADD COLUMN "edition" integer;--> statement-breakpoint
CREATE INDEX "news_edition_articles_article" ON "news_edition_articles" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "news_edition_words_edition" ON "news_edition_words" USING btree ("edition");--> statement-breakpoint
CREATE INDEX "listing_spans_days" ON "listing_spans" USING spgist (daterange("first_date", "last_date", '[]'));--> statement-breakpoint
CREATE INDEX "score_spans_days" ON "score_spans" USING spgist (daterange("first_date", "last_date", '[]'));