ALTER TABLE "attention_days" ALTER COLUMN "rank" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attention_days" ALTER COLUMN "attention_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attention_days" ALTER COLUMN "raw_score" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attention_days" ALTER COLUMN "news_24h" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attention_days" ALTER COLUMN "news_7d" DROP NOT NULL;