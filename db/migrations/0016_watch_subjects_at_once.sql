DROP INDEX "watches_subjects";--> statement-breakpoint
CREATE INDEX "watches_subjects" ON "watches" USING gin ("subjects") WITH (fastupdate=false) WHERE status = 'active';