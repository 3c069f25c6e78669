import { sql } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";

export interface StoredCounts {
  articles: number;
  models: number;
  listings: number;
  benchmarkModels: number;
  services: number;
  incidents: number;
  openIncidents: number;
  repositories: number;
}

/** Row counts of the main tables in one statement, which also serves as the database's ping. */
export async function countStored(db: Db): Promise<StoredCounts> {
  const [row] = await rowsOf<Record<keyof StoredCounts, number>>(
    db,
    sql`select
      (select count(*)::int from articles) as "articles",
      (select count(*)::int from model_listings where is_makers_listing) as "models",
      (select count(*)::int from model_listings) as "listings",
      (select count(*)::int from benchmark_models) as "benchmarkModels",
      (select count(*)::int from status_services) as "services",
      (select count(*)::int from incidents) as "incidents",
      (select count(*)::int from incidents where resolved_at is null) as "openIncidents",
      (select count(*)::int from repositories) as "repositories"`,
  );
  if (!row) throw new Error("the database answered no row");
  return row;
}
