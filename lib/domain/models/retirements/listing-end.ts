import type { BelievedRetirement } from "./believe-statements";
import type { RetirementPrecision, RetirementState } from "./retirement";

export interface ListingEnd {
  state: RetirementState;
  announcedOn: string | null;
  /** YYYY-MM-DD, or less of it; null where no day is known. */
  retiresOn: string | null;
  precision: RetirementPrecision;
  successor: string | null;
  options: string[];
  /** Id of the model that answers afterwards. */
  reroutedTo: string | null;
}

export const listingEnd = (believed: BelievedRetirement): ListingEnd => ({
  state: believed.state,
  announcedOn: believed.announcedOn,
  retiresOn: believed.retiresOn,
  precision: believed.precision,
  successor: believed.replacement,
  options: believed.options,
  reroutedTo: believed.reroutedTo,
});

/** The day as far as one is announced: a promise to answer until a day is no end. */
export const announcedDay = ({ precision, retiresOn }: Pick<ListingEnd, "precision" | "retiresOn">): string | null =>
  precision === "exact" ? retiresOn : null;
