CREATE TABLE "probe_samples" (
	"target" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"fault" text,
	"dns_ms" double precision,
	"tcp_ms" double precision,
	"tls_ms" double precision,
	"ttfb_ms" double precision,
	"total_ms" double precision,
	CONSTRAINT "probe_samples_target_kind_at_pk" PRIMARY KEY("target","kind","at")
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" bigint PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"url" text NOT NULL,
	"language" text,
	"topics" jsonb NOT NULL,
	"stars" integer NOT NULL,
	"created_at" timestamp with time zone,
	"first_read_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository_star_days" (
	"repository_id" bigint NOT NULL,
	"day" date NOT NULL,
	"first_stars" integer NOT NULL,
	"first_read_at" timestamp with time zone NOT NULL,
	"last_stars" integer NOT NULL,
	"last_read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "repository_star_days_repository_id_day_pk" PRIMARY KEY("repository_id","day")
);
--> statement-breakpoint
CREATE INDEX "probe_samples_at" ON "probe_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "repository_star_days_day" ON "repository_star_days" USING btree ("day");