CREATE TABLE "benchmark_listings" (
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"benchmark_key" text NOT NULL,
	CONSTRAINT "benchmark_listings_provider_id_model_key_pk" PRIMARY KEY("provider_id","model_key")
);
--> statement-breakpoint
CREATE TABLE "benchmark_models" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"maker_id" text NOT NULL,
	"released" text,
	"scores" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "benchmark_observations" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"observation" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "benchmark_observations_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
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
	"source" text NOT NULL,
	"source_url" text NOT NULL,
	"note" text,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attention_days" (
	"date" date NOT NULL,
	"provider" text NOT NULL,
	"rank" integer NOT NULL,
	"attention_score" double precision NOT NULL,
	"raw_score" double precision NOT NULL,
	"news_24h" integer NOT NULL,
	"news_7d" integer NOT NULL,
	"trending_repos" integer NOT NULL,
	"agent_hits" integer NOT NULL,
	"top_articles" jsonb NOT NULL,
	CONSTRAINT "attention_days_date_provider_pk" PRIMARY KEY("date","provider")
);
--> statement-breakpoint
CREATE TABLE "crawler_snapshot_rows" (
	"date" date NOT NULL,
	"bot" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "crawler_snapshot_rows_date_bot_pk" PRIMARY KEY("date","bot")
);
--> statement-breakpoint
CREATE TABLE "listing_spans" (
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date,
	"model_id" text NOT NULL,
	"name" text NOT NULL,
	"is_makers_listing" boolean NOT NULL,
	"is_free_listing" boolean NOT NULL,
	"input_price" double precision,
	"output_price" double precision,
	"cached_input_price" double precision,
	"price_source" text,
	"context_window" integer,
	"max_output_tokens" integer,
	"tier" text,
	"capabilities" jsonb NOT NULL,
	"is_open_weights" boolean,
	"released" text,
	"deprecation_date" text,
	"status" text,
	"hash" text NOT NULL,
	CONSTRAINT "listing_spans_provider_id_model_key_first_date_pk" PRIMARY KEY("provider_id","model_key","first_date")
);
--> statement-breakpoint
CREATE TABLE "score_spans" (
	"benchmark_key" text NOT NULL,
	"benchmark" text NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date,
	"name" text NOT NULL,
	"maker_id" text NOT NULL,
	"score" double precision NOT NULL,
	"kind" text NOT NULL,
	"variant" text NOT NULL,
	"source" text NOT NULL,
	"source_url" text,
	"source_date" text,
	"hash" text NOT NULL,
	CONSTRAINT "score_spans_benchmark_key_benchmark_first_date_pk" PRIMARY KEY("benchmark_key","benchmark","first_date")
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"date" date NOT NULL,
	"type" text NOT NULL,
	"captured_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"row_count" integer NOT NULL,
	CONSTRAINT "snapshots_date_type_pk" PRIMARY KEY("date","type")
);
--> statement-breakpoint
CREATE TABLE "status_snapshot_rows" (
	"date" date NOT NULL,
	"service" text NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "status_snapshot_rows_date_service_pk" PRIMARY KEY("date","service")
);
--> statement-breakpoint
CREATE TABLE "model_aliases" (
	"alias" text NOT NULL,
	"provider_id" text NOT NULL,
	"model_id" text NOT NULL,
	CONSTRAINT "model_aliases_alias_provider_id_model_id_pk" PRIMARY KEY("alias","provider_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "model_listings" (
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"model_id" text NOT NULL,
	"name" text NOT NULL,
	"maker_id" text,
	"is_makers_listing" boolean NOT NULL,
	"family" text,
	"tier" text,
	"input_price" double precision,
	"output_price" double precision,
	"cached_input_price" double precision,
	"cache_write_price" double precision,
	"long_context" jsonb,
	"is_free_listing" boolean NOT NULL,
	"context_window" integer,
	"max_output_tokens" integer,
	"modalities_in" jsonb NOT NULL,
	"modalities_out" jsonb NOT NULL,
	"capabilities" jsonb NOT NULL,
	"is_open_weights" boolean,
	"knowledge_cutoff" text,
	"released" text,
	"deprecation_date" text,
	"status" text,
	"note" text,
	"price_source" text,
	"verified_at" text,
	"captured_from" text NOT NULL,
	"price_readings" jsonb NOT NULL,
	"has_price_conflict" boolean NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "model_listings_provider_id_model_key_pk" PRIMARY KEY("provider_id","model_key")
);
--> statement-breakpoint
CREATE TABLE "model_observations" (
	"source" text NOT NULL,
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"facts" jsonb NOT NULL,
	"quoted" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "model_observations_source_provider_id_model_key_pk" PRIMARY KEY("source","provider_id","model_key")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"source_name" text NOT NULL,
	"source_domain" text NOT NULL,
	"guid" text,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"snippet" text NOT NULL,
	"categories" text[] NOT NULL,
	"providers" text[] NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"is_date_estimated" boolean NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "probe_samples" (
	"target" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"fault" text,
	"dns_ms" double precision,
	"tcp_ms" double precision,
	"tls_ms" double precision,
	"ttfb_ms" double precision,
	"total_ms" double precision,
	CONSTRAINT "probe_samples_target_kind_at_pk" PRIMARY KEY("target","kind","at")
);
--> statement-breakpoint
CREATE TABLE "probe_summaries" (
	"target" text PRIMARY KEY NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"summary" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"duration_minutes" integer
);
--> statement-breakpoint
CREATE TABLE "status_days" (
	"service" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"tally" jsonb NOT NULL,
	CONSTRAINT "status_days_service_day_pk" PRIMARY KEY("service","day")
);
--> statement-breakpoint
CREATE TABLE "status_polls" (
	"service" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "status_polls_service_slot_pk" PRIMARY KEY("service","slot")
);
--> statement-breakpoint
CREATE TABLE "status_services" (
	"service" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'unknown' NOT NULL,
	"components" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault" text,
	"last_slot" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"body_at" timestamp with time zone,
	"known_state" text,
	"known_at" timestamp with time zone,
	"known_since" timestamp with time zone,
	"first_known_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "status_transitions" (
	"service" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	CONSTRAINT "status_transitions_service_at_pk" PRIMARY KEY("service","at")
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" bigint PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"url" text NOT NULL,
	"language" text,
	"topics" jsonb NOT NULL,
	"stars" integer NOT NULL,
	"created_at" timestamp with time zone,
	"first_read_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository_star_days" (
	"repository_id" bigint NOT NULL,
	"day" date NOT NULL,
	"first_stars" integer NOT NULL,
	"first_read_at" timestamp with time zone NOT NULL,
	"last_stars" integer NOT NULL,
	"last_read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "repository_star_days_repository_id_day_pk" PRIMARY KEY("repository_id","day")
);
--> statement-breakpoint
CREATE INDEX "benchmark_listings_model" ON "benchmark_listings" USING btree ("benchmark_key");--> statement-breakpoint
CREATE INDEX "crawler_recent_at" ON "crawler_recent" USING btree ("at");--> statement-breakpoint
CREATE INDEX "gpu_offers_gpu" ON "gpu_offers" USING btree ("gpu");--> statement-breakpoint
CREATE INDEX "gpu_offers_provider" ON "gpu_offers" USING btree ("provider");--> statement-breakpoint
CREATE INDEX "attention_days_provider" ON "attention_days" USING btree ("provider","date");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_spans_open" ON "listing_spans" USING btree ("provider_id","model_key") WHERE last_date is null;--> statement-breakpoint
CREATE UNIQUE INDEX "score_spans_open" ON "score_spans" USING btree ("benchmark_key","benchmark") WHERE last_date is null;--> statement-breakpoint
CREATE INDEX "model_listings_makers" ON "model_listings" USING btree ("is_makers_listing");--> statement-breakpoint
CREATE INDEX "articles_newest" ON "articles" USING btree ("published_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "articles_source_guid" ON "articles" USING btree ("source_id","guid");--> statement-breakpoint
CREATE INDEX "articles_categories" ON "articles" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "articles_providers" ON "articles" USING gin ("providers");--> statement-breakpoint
CREATE INDEX "articles_fetched" ON "articles" USING btree ("fetched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_one_running" ON "job_runs" USING btree ("job") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "job_runs_started" ON "job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "sources_dataset" ON "sources" USING btree ("dataset");--> statement-breakpoint
CREATE INDEX "probe_samples_at" ON "probe_samples" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_one_open" ON "incidents" USING btree ("service") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "incidents_started" ON "incidents" USING btree ("started_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "incidents_resolved" ON "incidents" USING btree ("resolved_at");--> statement-breakpoint
CREATE INDEX "status_days_day" ON "status_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "status_transitions_at" ON "status_transitions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "repository_star_days_day" ON "repository_star_days" USING btree ("day");