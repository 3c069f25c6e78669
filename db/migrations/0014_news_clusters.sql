CREATE TABLE "article_vectors" (
	"article_id" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"embedded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_cluster_days" (
	"date" date PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"threshold" double precision NOT NULL,
	"article_count" integer NOT NULL,
	"story_count" integer NOT NULL,
	"is_final" boolean NOT NULL,
	"captured_at" timestamp with time zone,
	"clustered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_clusters" (
	"date" date NOT NULL,
	"cluster_id" text NOT NULL,
	"article_count" integer NOT NULL,
	"source_count" integer NOT NULL,
	"sources" text[] NOT NULL,
	"article_ids" text[] NOT NULL,
	"hero_id" text NOT NULL,
	"hero_title" text NOT NULL,
	"hero_url" text NOT NULL,
	"hero_source" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "news_clusters_date_cluster_id_pk" PRIMARY KEY("date","cluster_id")
);
--> statement-breakpoint
CREATE INDEX "article_vectors_published" ON "article_vectors" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "news_clusters_listed" ON "news_clusters" USING btree ("date" DESC NULLS LAST,"source_count" DESC NULLS LAST);