CREATE TABLE "change_days" (
	"type" text NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "change_days_type_date_pk" PRIMARY KEY("type","date")
);
--> statement-breakpoint
CREATE TABLE "change_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"dataset" text NOT NULL,
	"provider" text,
	"at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "change_events_id" ON "change_events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "change_events_listed" ON "change_events" USING btree ("listed_at");--> statement-breakpoint
CREATE INDEX "change_events_of_provider" ON "change_events" USING btree ("provider","at");--> statement-breakpoint
CREATE INDEX "change_events_of_dataset" ON "change_events" USING btree ("dataset","at");