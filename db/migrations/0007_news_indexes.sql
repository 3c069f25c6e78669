DROP INDEX "articles_categories";--> statement-breakpoint
DROP INDEX "articles_providers";--> statement-breakpoint
CREATE INDEX "articles_categories" ON "articles" USING gin ("categories") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "articles_providers" ON "articles" USING gin ("providers") WITH (fastupdate=false);