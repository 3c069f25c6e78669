CREATE TABLE "clock_confirmations" (
	"ledger_through" bigint PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_log_editions" (
	"edition" integer PRIMARY KEY NOT NULL,
	"from_day" date NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipt_days" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_log_chunks" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_logs" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_days" DROP CONSTRAINT "receipt_days_pkey";--> statement-breakpoint
ALTER TABLE "receipt_log_chunks" DROP CONSTRAINT "receipt_log_chunks_day_number_pk";--> statement-breakpoint
ALTER TABLE "receipt_logs" DROP CONSTRAINT "receipt_logs_pkey";--> statement-breakpoint
ALTER TABLE "receipt_days" ADD CONSTRAINT "receipt_days_day_edition_pk" PRIMARY KEY("day","edition");--> statement-breakpoint
ALTER TABLE "receipt_log_chunks" ADD CONSTRAINT "receipt_log_chunks_day_edition_number_pk" PRIMARY KEY("day","edition","number");--> statement-breakpoint
ALTER TABLE "receipt_logs" ADD CONSTRAINT "receipt_logs_day_edition_pk" PRIMARY KEY("day","edition");
