CREATE TABLE "sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"token_id" bigint,
	"wallet" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_one_credential" CHECK (("sessions"."token_id" is null) <> ("sessions"."wallet" is null))
);
--> statement-breakpoint
CREATE TABLE "sign_in_nonces" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "made_with" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_nonces_expires" ON "sign_in_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tokens_parent" ON "tokens" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_made_with" ON "tokens" USING btree ("account_id","made_with");