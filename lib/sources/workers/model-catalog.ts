import { createHash } from "node:crypto";
import { companies, providerNaming } from "@/lib/catalogs/provider-naming";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import type { ModelListing, Observation, ReadingSource } from "@/lib/domain/models/model-listing";
import { believedEnds } from "@/lib/domain/models/retirements/believe-statements";
import { retirementKey, type Statement } from "@/lib/domain/models/retirements/retirement";
import type { SellerAbsence } from "@/lib/domain/models/seller-absences";
import { sortedJson } from "@/lib/domain/basics/text";
import { readPrices, type PriceDocument } from "../models/prices/read-prices";

export const fingerprint = (value: unknown): string => createHash("sha1").update(sortedJson(value)).digest("base64url");

export type HashedObservation = Observation & { hash: string };

export const withHash = (observation: Observation): HashedObservation => ({
  ...observation,
  hash: fingerprint({ facts: observation.facts, quoted: observation.quoted }),
});

export function readPriceObservations(input: PriceDocument): { observations: HashedObservation[]; unknownProviders: string[] } {
  const { facts: listed, unknownProviders } = readPrices(input, providerNaming);
  const observations = listed.map((facts) => withHash({ source: input.source, facts, quoted: [], isCrossCheck: false }));
  return { observations, unknownProviders };
}

export interface CatalogInput {
  observations: Observation[];
  readAt: Partial<Record<ReadingSource, Date>>;
  /** What hosts' own pages and copies of them say of ends. */
  statements: readonly Statement[];
  absences: readonly SellerAbsence[];
}

/** Merges all observations into listings. The hash lets the caller write only what changed. */
export function buildModelCatalog({ observations, readAt, statements, absences }: CatalogInput): (ModelListing & { hash: string })[] {
  const ends = believedEnds(statements);
  const announcedEnd = (host: string, model: string): Statement | null => ends.get(retirementKey({ host, model })) ?? null;
  return buildCatalog(observations, companies, { readAt, announcedEnd, absences }).map((listing) => ({
    ...listing,
    hash: fingerprint(listing),
  }));
}
