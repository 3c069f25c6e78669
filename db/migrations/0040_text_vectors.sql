CREATE TABLE "text_vectors" (
	"model" text NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_vectors_model_text_hash_pk" PRIMARY KEY("model","text_hash")
);
--> statement-breakpoint
DROP TABLE "article_vectors" CASCADE;--> statement-breakpoint
CREATE INDEX "text_vectors_used" ON "text_vectors" USING btree ("used_at");