import type { Db } from "@/db/client";
import { priceSources } from "@/lib/catalogs/price-sources";
import { bundledSources } from "@/lib/catalogs/retirements";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import { recentSources } from "../freshness/recent-sources";
import { priceSourceStates } from "./model-entries";

interface ListedSource {
  key: string;
  name: string;
  url: string | null;
  license: string;
  last_read_at: string | null;
  fault: string | null;
}

const NOT_ASKED = { last_read_at: null, fault: null };

const nameOf = new Map([
  ...retirementSources.map(({ key, name }) => [key, name] as const),
  ...bundledSources.map(({ id, name }) => [`bundled/${id}`, name] as const),
  ...priceSources.map(({ key, name }) => [key, name] as const),
]);

export const retirementSourceName = (key: string): string => nameOf.get(key) ?? key;

/** Every source of retirements with its last reading, the hosts' own pages first. */
export async function listRetirementSources(db: Db): Promise<ListedSource[]> {
  const read = new Map((await recentSources(db, "retirements")).map((source) => [source.id, source]));
  const prices = await priceSourceStates(db);
  const stateOf = (source: { lastReadAt: Date | null; lastFault: string | null } | undefined) =>
    source ? { last_read_at: source.lastReadAt?.toISOString() ?? null, fault: source.lastFault } : NOT_ASKED;
  return [
    ...retirementSources.map(({ key, name, page: url, license }) => ({
      key,
      name,
      url,
      license,
      ...stateOf(read.get(`retirements/${key}`)),
    })),
    ...bundledSources.map(({ id, name, url, license }) => ({
      key: `bundled/${id}`,
      name: `${name} (bundled)`,
      url,
      license,
      ...NOT_ASKED,
    })),
    ...priceSources.flatMap(({ key, name, url, license }) => {
      const state = prices.get(key as ReadingSource);
      return state ? [{ key, name, url, license, ...stateOf(state) }] : [];
    }),
  ];
}
