import { modelLabel } from "./model-label";

export const MODEL_LIFE = ["active", "deprecated", "retired"] as const;
/** `deprecated`: its retirement is announced. `retired`: the announced day has passed. */
export type ModelLife = (typeof MODEL_LIFE)[number];

interface Listed {
  /** YYYY-MM-DD, or less of it. */
  deprecationDate: string | null;
  /** As the price source writes it. */
  status: string | null;
}

const LAST_MOMENT = "9999-12-31";

/** The day itself and, of a month or year alone, all of it have not passed. */
export const lastDayOf = (date: string): string => date + LAST_MOMENT.slice(date.length);

export function lifeOf({ deprecationDate, status }: Listed, today: string): ModelLife {
  if (deprecationDate !== null && lastDayOf(deprecationDate) < today) return "retired";
  return deprecationDate !== null || status === "deprecated" ? "deprecated" : "active";
}

export const isRetired = (listing: Listed, today: string): boolean => lifeOf(listing, today) === "retired";

/** What answers say of a listing's life. */
export const lifeFields = (listing: Listed, today: string): { status: ModelLife; deprecationDate: string | null } => ({
  status: lifeOf(listing, today),
  deprecationDate: listing.deprecationDate,
});

interface Named extends Listed {
  providerId: string;
  modelId: string;
  name: string;
}

/** For those that a caller named: a retired model is answered, and the caller told. */
export function lifeNotes(listings: readonly Named[], today: string): string[] {
  return listings.flatMap((listing) => {
    const { providerId, modelId, name, deprecationDate } = listing;
    const named = `${modelLabel(name)} (${providerId}/${modelId})`;
    const life = lifeOf(listing, today);
    if (life === "retired") return [`${named} was to be retired on ${deprecationDate ?? ""}: its provider may no longer answer for it.`];
    return life === "deprecated" && deprecationDate !== null ? [`${named} is to be retired on ${deprecationDate}.`] : [];
  });
}
