import { modelLabel } from "./model-label";
import type { ListingEnd } from "./retirements/listing-end";
import { isPast } from "./retirements/retirement";

export const MODEL_LIFE = ["active", "deprecated", "retired", "rerouted", "unlisted"] as const;
/**
 * `deprecated`: its retirement is announced. `retired`: the announced day has passed; `rerouted`, where another model answers since.
 * `unlisted`: its seller's own list has it no more.
 */
export type ModelLife = (typeof MODEL_LIFE)[number];

/** A listing that its seller's own list lacks. */
export interface Unlisted {
  /** When that list last had the listing, as far as this service saw it there. */
  lastListedAt: string | null;
}

interface Listed {
  /** YYYY-MM-DD, or less of it. */
  deprecationDate: string | null;
  /** The price source's own word. */
  status: string | null;
  retirement?: ListingEnd | null;
  unlisted?: Unlisted | null;
}

const ENDED: readonly ModelLife[] = ["retired", "rerouted", "unlisted"];

function hasRetired(deprecationDate: string | null, end: ListingEnd | null, today: string): boolean {
  if (isPast(deprecationDate, today)) return true;
  return end?.state === "retired" && (end.retiresOn === null || isPast(end.retiresOn, today));
}

export function lifeOf({ deprecationDate, status, retirement = null, unlisted = null }: Listed, today: string): ModelLife {
  if (hasRetired(deprecationDate, retirement, today)) return retirement?.reroutedTo ? "rerouted" : "retired";
  if (unlisted) return "unlisted";
  const isEnding = retirement !== null && (retirement.state !== "active" || isPast(retirement.retiresOn, today));
  return deprecationDate !== null || status === "deprecated" || isEnding ? "deprecated" : "active";
}

export const hasEnded = (life: string | null): boolean => ENDED.some((ended) => ended === life);

/** Whether it is still sold. Nothing that ranks, recommends, lists or counts what can be had offers another. */
export const isOffered = (listing: Listed, today: string): boolean => !hasEnded(lifeOf(listing, today));

export const lifeFields = (listing: Listed, today: string): { status: ModelLife; deprecationDate: string | null } => ({
  status: lifeOf(listing, today),
  deprecationDate: listing.deprecationDate,
});

interface Named extends Listed {
  providerId: string;
  modelId: string;
  name: string;
}

function successorWords({ retirement }: Listed): string {
  const { successor = null, options = [] } = retirement ?? {};
  const named = successor === null ? options : [successor];
  return named.length > 0 ? ` Its provider names ${named.join(", ")} instead.` : "";
}

function noteOf(listing: Named, today: string): string | null {
  const { providerId, modelId, name, deprecationDate, retirement = null, unlisted = null } = listing;
  const named = `${modelLabel(name)} (${providerId}/${modelId})`;
  const instead = successorWords(listing);
  const day = deprecationDate ?? retirement?.retiresOn ?? null;
  switch (lifeOf(listing, today)) {
    case "retired":
      return `${named} was to be retired${day === null ? "" : ` on ${day}`}: its provider may no longer answer for it.${instead}`;
    case "rerouted":
      return `${named} was retired${day === null ? "" : ` on ${day}`}: calls are answered by ${retirement?.reroutedTo ?? ""}, at its price.${instead}`;
    case "unlisted": {
      const last = unlisted?.lastListedAt ? ` since ${unlisted.lastListedAt.slice(0, 10)}` : "";
      return `${named} is no longer in its seller's own list${last}.${instead}`;
    }
    case "deprecated":
      if (day === null) return null;
      if (retirement?.precision === "earliest") return `${named} may be retired from ${day} on.${instead}`;
      return `${named} is to be retired on ${day}.${instead}`;
    case "active":
      return null;
  }
}

/** Notes for a caller who named ended models, which are answered nevertheless. */
export const lifeNotes = (listings: readonly Named[], today: string): string[] =>
  listings.flatMap((listing) => noteOf(listing, today) ?? []);
