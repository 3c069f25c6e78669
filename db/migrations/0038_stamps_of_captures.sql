-- A provider of whom nothing was found was ranked with a score of 0.
UPDATE "attention_days" SET "rank" = NULL, "attention_score" = NULL, "raw_score" = NULL WHERE "raw_score" = 0;
--> statement-breakpoint
-- The daily captures are recorded as readings of the dataset `history`.
INSERT INTO "sources" ("id", "dataset", "first_attempt_at", "last_attempt_at", "last_read_at")
SELECT 'history/' || "type", 'history', min("taken_at"), max("taken_at"), max("taken_at") FROM "snapshots" GROUP BY "type"
ON CONFLICT ("id") DO NOTHING;
