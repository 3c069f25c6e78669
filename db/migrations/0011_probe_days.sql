CREATE TABLE "probe_days" (
	"target" text NOT NULL,
	"date" date NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "probe_days_target_date_pk" PRIMARY KEY("target","date")
);
