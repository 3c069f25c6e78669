-- The rows are a copy of a catalog and of live price lists: both are read again at the next start.
DELETE FROM "gpu_offers";--> statement-breakpoint
DELETE FROM "catalog_loads" WHERE "catalog" = 'gpu-pricing';--> statement-breakpoint
ALTER TABLE "gpu_offers" ADD COLUMN "source" text NOT NULL;
