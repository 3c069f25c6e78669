CREATE TABLE "crawler_hits" (
	"hour" timestamp with time zone NOT NULL,
	"bot" text NOT NULL,
	"path_group" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "crawler_hits_hour_bot_path_group_pk" PRIMARY KEY("hour","bot","path_group")
);
--> statement-breakpoint
CREATE TABLE "crawler_recent" (
	"id" serial PRIMARY KEY NOT NULL,
	"bot" text NOT NULL,
	"path_group" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gpu_days" (
	"date" date NOT NULL,
	"gpu" text NOT NULL,
	"cheapest_on_demand_usd_hour" double precision,
	"cheapest_on_demand_provider" text,
	"cheapest_spot_usd_hour" double precision,
	"cheapest_spot_provider" text,
	"provider_count" integer NOT NULL,
	"total_offers" integer NOT NULL,
	"captured_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gpu_days_gpu_date_pk" PRIMARY KEY("gpu","date")
);
--> statement-breakpoint
CREATE TABLE "gpu_offers" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"gpu_raw" text NOT NULL,
	"gpu" text,
	"vram_gb" integer,
	"tier" text,
	"region" text,
	"instance" text,
	"gpus_per_instance" integer NOT NULL,
	"on_demand_usd_hour" double precision,
	"spot_usd_hour" double precision,
	"available_count" integer,
	"price_kind" text NOT NULL,
	"is_live" boolean NOT NULL,
	"source_url" text NOT NULL,
	"note" text,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "crawler_recent_at" ON "crawler_recent" USING btree ("at");--> statement-breakpoint
CREATE INDEX "gpu_offers_gpu" ON "gpu_offers" USING btree ("gpu");--> statement-breakpoint
CREATE INDEX "gpu_offers_provider" ON "gpu_offers" USING btree ("provider");