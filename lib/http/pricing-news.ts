import type { Db } from "@/db/client";
import { listModelAliases } from "@/db/queries/models";
import { listDifferencesSince } from "@/db/queries/pricing-news";
import { pricingNews, type PricingNews } from "@/lib/domain/pricing-news";
import { versioned } from "./versioned";

const bySnapshot = versioned(["models", "history"], () => Promise.resolve(new Map<string, Promise<PricingNews>>()));

async function load(db: Db, date: string): Promise<PricingNews> {
  const { before, after } = await listDifferencesSince(db, date);
  return pricingNews(before, after, before.length > 0 && after.length > 0 ? await listModelAliases(db) : []);
}

/** What changed since the snapshot of a day, worked out once per version of the data. */
export async function pricingNewsSince(db: Db, date: string): Promise<PricingNews> {
  const known = await bySnapshot(db);
  const found = known.get(date) ?? load(db, date);
  known.set(date, found);
  found.catch(() => known.delete(date));
  return found;
}
