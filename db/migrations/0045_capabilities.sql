CREATE TABLE "capabilities" (
	"model" text PRIMARY KEY NOT NULL,
	"ability" double precision NOT NULL,
	"low" double precision NOT NULL,
	"high" double precision NOT NULL,
	"code" double precision NOT NULL,
	"maths" double precision NOT NULL,
	"scores" integer NOT NULL,
	"unranked" text,
	"estimates" jsonb NOT NULL,
	"index" jsonb
);
--> statement-breakpoint
CREATE TABLE "capability_spans" (
	"maker_id" text NOT NULL,
	"benchmark_key" text NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date,
	"name" text NOT NULL,
	"ability" double precision NOT NULL,
	"low" double precision NOT NULL,
	"high" double precision NOT NULL,
	"scores" integer NOT NULL,
	"is_ranked" boolean NOT NULL,
	"index" double precision,
	"hash" text NOT NULL,
	CONSTRAINT "capability_spans_maker_id_benchmark_key_first_date_pk" PRIMARY KEY("maker_id","benchmark_key","first_date")
);
--> statement-breakpoint
ALTER TABLE "benchmark_models" ADD COLUMN "names" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "capability_spans_open" ON "capability_spans" USING btree ("maker_id","benchmark_key") WHERE last_date is null;--> statement-breakpoint
CREATE INDEX "capability_spans_days" ON "capability_spans" USING spgist (daterange("first_date", "last_date", '[]'));