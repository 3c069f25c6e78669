CREATE TABLE "watch_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "watch_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"watch_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"redelivery_of" text,
	"fired_at" timestamp with time zone NOT NULL,
	"match" json,
	"fire_count" integer,
	"claimed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"outcome" text,
	"http_status" integer,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"paid_by" text NOT NULL,
	"status" text NOT NULL,
	"spec" json NOT NULL,
	"subjects" text[] NOT NULL,
	"callback_url" text NOT NULL,
	"callback_host" text NOT NULL,
	"sealed_secret" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"fire_cap" integer NOT NULL,
	"fire_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"last_fired_at" timestamp with time zone,
	"last_delivery_status" integer,
	"last_value" double precision,
	"last_states" jsonb NOT NULL,
	"looked_up_version" bigint,
	"digest_due_at" timestamp with time zone,
	CONSTRAINT "watches_fires_within_cap" CHECK ("watches"."fire_count" between 0 and "watches"."fire_cap")
);
--> statement-breakpoint
ALTER TABLE "watch_deliveries" ADD CONSTRAINT "watch_deliveries_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_deliveries_watch" ON "watch_deliveries" USING btree ("watch_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "watch_deliveries_one_redelivery" ON "watch_deliveries" USING btree ("redelivery_of") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "watch_deliveries_open" ON "watch_deliveries" USING btree ("seq") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "watches_account" ON "watches" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "watches_paid_by" ON "watches" USING btree ("paid_by");--> statement-breakpoint
CREATE INDEX "watches_subjects" ON "watches" USING gin ("subjects") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "watches_host" ON "watches" USING btree ("callback_host") WHERE status in ('active', 'draft');--> statement-breakpoint
CREATE INDEX "watches_expiry" ON "watches" USING btree ("expires_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "watches_digest" ON "watches" USING btree ("digest_due_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "watches_ended" ON "watches" USING btree ("ended_at");