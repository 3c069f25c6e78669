ALTER TABLE "articles" ADD COLUMN "words" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
-- ts_filter leaves the marks of weeks, sources and categories out: they have no weight.
UPDATE "articles" a SET "words" = coalesce(
  (SELECT ts_filter(w."words", '{a,b}') FROM "article_words" w WHERE w."article_id" = a."id" AND w."rules" = 3),
  setweight(to_tsvector('english', a."title"), 'A') || setweight(to_tsvector('english', repeat('the ', 8) || a."snippet"), 'B')
);--> statement-breakpoint
CREATE INDEX "articles_words" ON "articles" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
DROP TABLE "article_words" CASCADE;--> statement-breakpoint
DROP TABLE "news_edition_articles" CASCADE;--> statement-breakpoint
DROP TABLE "news_edition_words" CASCADE;--> statement-breakpoint
DROP TABLE "news_editions" CASCADE;--> statement-breakpoint
DROP TABLE "news_publications" CASCADE;--> statement-breakpoint
DROP TABLE "news_weeks" CASCADE;--> statement-breakpoint
DELETE FROM "catalog_loads" WHERE "catalog" = 'article-words';--> statement-breakpoint
ANALYZE "articles";
