CREATE TABLE "cve_readings" (
	"cve_id" text NOT NULL,
	"source" text NOT NULL,
	"facts" jsonb,
	"format" integer NOT NULL,
	"source_bytes" integer NOT NULL,
	"etag" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cve_readings_cve_id_source_pk" PRIMARY KEY("cve_id","source")
);
--> statement-breakpoint
CREATE TABLE "epss_blocks" (
	"folder" text PRIMARY KEY NOT NULL,
	"lines" text NOT NULL,
	"score_date" date,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kev_entries" (
	"cve_id" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"source_bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_catalogs" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text,
	"item_count" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
