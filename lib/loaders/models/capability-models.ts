import type { Db } from "@/db/client";
import { listCapabilities, type ListedCapability } from "@/db/queries/models/scores/capabilities";
import { listScoreAttachments } from "@/db/queries/models/scores/benchmarks";
import { companyOf } from "@/lib/catalogs/providers";
import { joinListings } from "@/lib/domain/models/capability/join-listings";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { oncePerVersion } from "../freshness/once-per-version";
import { allListings } from "./all-listings";

export interface CapabilityModel {
  capability: ListedCapability;
  /** The maker's first. */
  listings: readonly ModelListing[];
}

/** Every model with an ability, the ablest first, with all listings of it. Everybody shares them: never change one. */
export const capabilityModels = oncePerVersion(["models", "benchmarks"], async (db: Db): Promise<readonly CapabilityModel[]> => {
  const [capabilities, attachments, listings] = [await listCapabilities(db), await listScoreAttachments(db), await allListings(db)];
  const keyOf = new Map(attachments.map(({ providerId, modelKey, benchmarkKey }) => [`${providerId}/${modelKey}`, benchmarkKey]));
  const attached = new Map(
    listings.flatMap(({ providerId, modelId }) => {
      const key = keyOf.get(`${providerId}/${modelId.toLowerCase()}`);
      return key === undefined ? [] : [[`${providerId}/${modelId}`, key] as const];
    }),
  );
  const joined = joinListings(capabilities, listings, attached, companyOf);
  return capabilities.map((capability) => ({
    capability,
    listings: (joined.get(capability.model) ?? []).toSorted((a, b) => Number(b.isMakersListing) - Number(a.isMakersListing)),
  }));
});

/** The ability of each listing's model by `listingKey`. */
export const listingCapabilities = oncePerVersion(
  ["models", "benchmarks"],
  async (db: Db): Promise<ReadonlyMap<string, ListedCapability>> =>
    new Map(
      (await capabilityModels(db)).flatMap(({ capability, listings }) => listings.map((one) => [listingKey(one), capability] as const)),
    ),
);
