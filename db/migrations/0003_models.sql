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
CREATE INDEX "benchmark_listings_model" ON "benchmark_listings" USING btree ("benchmark_key");--> statement-breakpoint
CREATE INDEX "model_listings_makers" ON "model_listings" USING btree ("is_makers_listing");