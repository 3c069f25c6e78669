ALTER TABLE "observed_transfers" ADD COLUMN "sightings" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "token_id" bigint;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_transaction" ON "purchases" USING btree ("chain_id","tx_hash");--> statement-breakpoint
CREATE INDEX "purchases_quote" ON "purchases" USING btree ("quote_id");