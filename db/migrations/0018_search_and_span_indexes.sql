DROP INDEX "listing_spans_days";--> statement-breakpoint
DROP INDEX "score_spans_days";--> statement-breakpoint
CREATE INDEX "news_edition_articles_article" ON "news_edition_articles" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "listing_spans_days" ON "listing_spans" USING spgist (daterange("first_date", "last_date", '[]'));--> statement-breakpoint
CREATE INDEX "score_spans_days" ON "score_spans" USING spgist (daterange("first_date", "last_date", '[]'));