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
CREATE INDEX "attention_days_provider" ON "attention_days" USING btree ("provider","date");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_spans_open" ON "listing_spans" USING btree ("provider_id","model_key") WHERE last_date is null;--> statement-breakpoint
CREATE UNIQUE INDEX "score_spans_open" ON "score_spans" USING btree ("benchmark_key","benchmark") WHERE last_date is null;