CREATE TABLE "seller_absences" (
	"provider_id" text NOT NULL,
	"model_key" text NOT NULL,
	"readings" integer NOT NULL,
	"last_listed_at" timestamp with time zone,
	"facts" jsonb,
	CONSTRAINT "seller_absences_provider_id_model_key_pk" PRIMARY KEY("provider_id","model_key")
);
--> statement-breakpoint
CREATE TABLE "retirement_statements" (
	"host" text NOT NULL,
	"model_key" text NOT NULL,
	"model" text NOT NULL,
	"state" text NOT NULL,
	"announced_on" text,
	"retires_on" text,
	"precision" text NOT NULL,
	"after" text,
	"rerouted_to" text,
	"replacement" text,
	"options" jsonb NOT NULL,
	"page" text,
	"source" text NOT NULL,
	"standing" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retirement_statements_source_host_model_key_pk" PRIMARY KEY("source","host","model_key")
);
--> statement-breakpoint
CREATE TABLE "retirements" (
	"host" text NOT NULL,
	"model_key" text NOT NULL,
	"model" text NOT NULL,
	"state" text NOT NULL,
	"announced_on" text,
	"retires_on" text,
	"precision" text NOT NULL,
	"after" text,
	"rerouted_to" text,
	"replacement" text,
	"options" jsonb NOT NULL,
	"page" text,
	"source" text NOT NULL,
	"standing" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"moved_from" jsonb NOT NULL,
	CONSTRAINT "retirements_host_model_key_pk" PRIMARY KEY("host","model_key")
);
--> statement-breakpoint
ALTER TABLE "model_listings" ADD COLUMN "retirement" jsonb;--> statement-breakpoint
ALTER TABLE "model_listings" ADD COLUMN "unlisted" jsonb;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "last_retirements" jsonb;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "evaluated_for" text;