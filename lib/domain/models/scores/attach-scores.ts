import { groupBy } from "../../basics/group-by";
import { normaliseModelKey } from "../resolve-model";
import { isMoving, plainForm, snapshotOf, undatedForm, type VersionedListing } from "./model-versions";

export interface ScoreCarrier extends VersionedListing {
  makerId: string | null;
}

export interface Attachment {
  providerId: string;
  modelId: string;
  benchmarkKey: string;
}

interface ScoredModelName {
  key: string;
  name: string;
  makerId: string;
}

const formOfKey = (key: string): string => normaliseModelKey(key);
const idForm = ({ modelId }: ScoreCarrier): string => normaliseModelKey(modelId);

interface Scored {
  byId: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, readonly string[]>;
}

function scoredOf(models: readonly ScoredModelName[]): Scored {
  const byName = groupBy(models, ({ name }) => normaliseModelKey(name));
  return {
    byId: new Map(models.map(({ key }) => [formOfKey(key), key])),
    byName: new Map([...byName].map(([form, named]) => [form, named.map(({ key }) => key)])),
  };
}

/** Scores of one maker's listings. A score belongs to one version: where the measured version is not said, none has it. */
function attachToMaker(listings: readonly ScoreCarrier[], { byId, byName }: Scored): Attachment[] {
  const ids = new Set(listings.map(idForm));
  const plain = groupBy(listings, ({ modelId }) => plainForm(modelId));
  const aliasOf = new Map(
    listings.flatMap((listing) => {
      const snapshot = snapshotOf(listing, listings);
      return snapshot ? [[snapshot, listing] as const] : [];
    }),
  );

  /** By the name that listing and score share, unless the score is that of a listing of another id. */
  function named(listing: ScoreCarrier): string | null {
    const own = idForm(listing);
    const keys = (byName.get(normaliseModelKey(listing.name)) ?? []).filter((key) => {
      const form = formOfKey(key);
      return !ids.has(form) || (form !== own && undatedForm(form) === own);
    });
    return keys.length === 1 ? (keys[0] ?? null) : null;
  }
  /** The only version under a name without stage and date, where no other is sold or was measured. */
  function onlyVersion(listing: ScoreCarrier): string | null {
    const form = plainForm(listing.modelId);
    const isOnly = plain.get(form)?.length === 1 && !ids.has(form) && !isMoving(listing);
    return isOnly ? (byId.get(form) ?? null) : null;
  }
  const ownOf = (listing: ScoreCarrier): string | null => byId.get(idForm(listing)) ?? named(listing) ?? onlyVersion(listing);

  return listings.flatMap((listing) => {
    const snapshot = snapshotOf(listing, listings);
    const alias = aliasOf.get(listing);
    const key =
      byId.get(idForm(listing)) ??
      (snapshot && ownOf(snapshot)) ??
      ownOf(listing) ??
      (alias ? (byId.get(idForm(alias)) ?? named(alias)) : null);
    return key ? [{ providerId: listing.providerId, modelId: listing.modelId, benchmarkKey: key }] : [];
  });
}

/** The scores of each maker's listing. Chat tunings, previews and snapshots of other days do not have those of their model. */
export function attachScores(
  listings: readonly ScoreCarrier[],
  models: readonly ScoredModelName[],
  companyOf: (id: string) => string,
): Attachment[] {
  const makers = groupBy(
    listings.filter(({ isMakersListing, makerId }) => isMakersListing && makerId !== null),
    ({ makerId }) => companyOf(makerId ?? ""),
  );
  const scored = groupBy(models, ({ makerId }) => companyOf(makerId));
  return [...makers].flatMap(([company, own]) => attachToMaker(own, scoredOf(scored.get(company) ?? [])));
}
