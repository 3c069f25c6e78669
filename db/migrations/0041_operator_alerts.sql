CREATE TABLE "alert_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"change" text NOT NULL,
	"says" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"says" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alerts_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alert_changes_delivery" ON "alert_changes" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "alert_changes_open" ON "alert_changes" USING btree ("id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "observed_transfers_unclaimed" ON "observed_transfers" USING btree ("block_number") WHERE claimed_units = 0 and gone_at is null;