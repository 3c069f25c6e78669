import { pairModels, type ListedModel } from "../../models/pair-models";
import type { ModelAlias } from "../../models/resolve-model";
import type { Change, PricePair } from "./change-event";

/** A maker's listing on a captured day. */
export interface DayListing extends ListedModel {
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
  priceSource: string | null;
}

export interface CapturedDay {
  date: string;
  /** When the prices of that day were read. */
  at: Date;
}

const priceOf = ({ inputPrice, outputPrice }: DayListing): PricePair => ({ input: inputPrice, output: outputPrice });
const namesOf = ({ modelId, name, priceSource }: DayListing) => ({ modelId, name, priceSource });

const isSamePrice = (before: DayListing, after: DayListing): boolean =>
  before.inputPrice === after.inputPrice && before.outputPrice === after.outputPrice;

/** Changes between two captured days, from the listings that differ. A model whose id changed in between is the same model. */
export function listingChanges(
  before: readonly DayListing[],
  after: readonly DayListing[],
  aliases: readonly ModelAlias[],
  { date, at }: CapturedDay,
): Change[] {
  const { added, removed, both } = pairModels(before, after, aliases);
  const changeOf = (word: string, listing: DayListing, facts: Change["facts"]): Change => ({
    id: `${word}/${listing.providerId}/${listing.modelId.toLowerCase()}/${date}`,
    dataset: "models",
    provider: listing.providerId,
    at,
    facts,
  });
  const changed = both.filter((pair) => !isSamePrice(pair.before, pair.after));
  return [
    ...changed.map((pair) =>
      changeOf("price", pair.after, {
        kind: "price_changed",
        ...namesOf(pair.after),
        from: priceOf(pair.before),
        to: priceOf(pair.after),
      }),
    ),
    ...added.map((listing) => changeOf("added", listing, { kind: "model_added", ...namesOf(listing), price: priceOf(listing) })),
    ...removed.map((listing) => changeOf("removed", listing, { kind: "model_removed", ...namesOf(listing) })),
  ];
}
