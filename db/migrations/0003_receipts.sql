CREATE TABLE "receipt_days" (
	"day" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"x" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "receipt_log_chunks" (
	"day" date NOT NULL,
	"number" integer NOT NULL,
	"first_id" text NOT NULL,
	"root" text NOT NULL,
	CONSTRAINT "receipt_log_chunks_day_number_pk" PRIMARY KEY("day","number")
);
--> statement-breakpoint
CREATE TABLE "receipt_logs" (
	"day" date PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"root" text NOT NULL,
	"previous" text,
	"published_at" timestamp with time zone NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	CONSTRAINT "receipt_logs_size_not_negative" CHECK ("receipt_logs"."size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"day" date NOT NULL,
	"id" text NOT NULL,
	"leaf_hash" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "receipts_day_id_pk" PRIMARY KEY("day","id")
);
