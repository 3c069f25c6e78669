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
CREATE UNIQUE INDEX "incidents_one_open" ON "incidents" USING btree ("service") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "incidents_started" ON "incidents" USING btree ("started_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "incidents_resolved" ON "incidents" USING btree ("resolved_at");--> statement-breakpoint
CREATE INDEX "status_days_day" ON "status_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "status_transitions_at" ON "status_transitions" USING btree ("at");