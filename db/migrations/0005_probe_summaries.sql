CREATE TABLE "probe_summaries" (
	"target" text PRIMARY KEY NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"summary" jsonb NOT NULL
);
