CREATE TABLE "purchase_disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchase_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"payer" text NOT NULL,
	"account_id" bigint NOT NULL,
	"held_account_id" bigint NOT NULL,
	"held_credits" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"outcome" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "quote_places" (
	"caller" text NOT NULL,
	"place" integer NOT NULL,
	"quote_id" bigint NOT NULL,
	"free_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quote_places_caller_place_pk" PRIMARY KEY("caller","place")
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "signed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase_disputes" ADD CONSTRAINT "purchase_disputes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_disputes" ADD CONSTRAINT "purchase_disputes_held_account_id_accounts_id_fk" FOREIGN KEY ("held_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_disputes_open" ON "purchase_disputes" USING btree ("chain_id","tx_hash","log_index") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "purchase_disputes_transaction" ON "purchase_disputes" USING btree ("chain_id","tx_hash");