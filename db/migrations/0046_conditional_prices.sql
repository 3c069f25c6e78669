CREATE TABLE "price_disputes" (
	"source" text NOT NULL,
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"input" double precision,
	"output" double precision,
	"ended_at" timestamp with time zone,
	CONSTRAINT "price_disputes_source_provider_id_model_key_kind_reason_since_pk" PRIMARY KEY("source","provider_id","model_key","kind","reason","since")
);
--> statement-breakpoint
ALTER TABLE "model_listings" ADD COLUMN "price_conditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "model_listings" ADD COLUMN "billing" text DEFAULT 'tokens' NOT NULL;--> statement-breakpoint
ALTER TABLE "model_listings" ADD COLUMN "readings_set_aside" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "price_disputes_open" ON "price_disputes" USING btree ("ended_at");