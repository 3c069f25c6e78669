import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { integer, rowsOf, type RowOf } from "@/db/statements";

const COUNTS = {
  articles: integer,
  models: integer,
  listings: integer,
  benchmarkModels: integer,
  services: integer,
  incidents: integer,
  openIncidents: integer,
  repositories: integer,
};

export type StoredCounts = RowOf<typeof COUNTS>;

export async function countStored(db: Db): Promise<StoredCounts> {
  const [row] = await rowsOf(
    db,
    COUNTS,
    sql`select
      (select count(*) from articles) as "articles",
      (select count(*) from model_listings where is_makers_listing) as "models",
      (select count(*) from model_listings) as "listings",
      (select count(*) from benchmark_models) as "benchmarkModels",
      (select count(*) from status_services) as "services",
      (select count(*) from incidents) as "incidents",
      (select count(*) from incidents where resolved_at is null) as "openIncidents",
      (select count(*) from repositories) as "repositories"`,
  );
  if (!row) throw new Error("the database answered no row");
  return row;
}
