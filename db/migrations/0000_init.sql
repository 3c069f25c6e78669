CREATE TABLE "catalog_loads" (
	"catalog" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_uses" (
	"day" date NOT NULL,
	"policy" text NOT NULL,
	"caller" text NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "daily_uses_day_policy_caller_pk" PRIMARY KEY("day","policy","caller")
);
--> statement-breakpoint
CREATE TABLE "dataset_versions" (
	"dataset" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"bumped_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_breakers" (
	"host" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"owner" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb,
	"error" text,
	CONSTRAINT "job_runs_job_slot_pk" PRIMARY KEY("job","slot")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" text PRIMARY KEY NOT NULL,
	"dataset" text NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"last_read_at" timestamp with time zone,
	"last_fault" text,
	"last_error" text,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"item_count" integer,
	"url" text,
	"etag" text,
	"last_modified" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_one_running" ON "job_runs" USING btree ("job") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "job_runs_started" ON "job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "sources_dataset" ON "sources" USING btree ("dataset");