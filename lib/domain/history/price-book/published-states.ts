import { pricesDisagree } from "../../models/prices/price-fields";
import { bookPrices, type ListingPrices } from "./book-prices";
import { HOLDS_MS, type PriceState } from "./price-state";

interface Published extends ListingPrices {
  source: string;
  sourceUrl: string | null;
}

/** A price with the days that a source gives it. `to` is null where no end was stated. */
export interface StatedPrice extends Published {
  from: number;
  to: number | null;
  validatedAt: number;
}

/** A price as it stood in a public list on one day. */
export interface DatedReading extends Published {
  readAt: number;
}

const unlessEmpty = (state: PriceState): PriceState[] => (state.to === null || state.from < state.to ? [state] : []);

function ofStated({ source, sourceUrl, from, to, validatedAt, ...figures }: StatedPrice): PriceState {
  const end = to ?? validatedAt + HOLDS_MS;
  return {
    source,
    sourceUrl,
    from,
    to: end,
    validatedAt: Math.min(validatedAt, end - 1),
    confidence: "published",
    prices: bookPrices(figures),
  };
}

function ofReading({ source, sourceUrl, readAt, ...figures }: DatedReading): PriceState {
  return {
    source,
    sourceUrl,
    from: readAt,
    to: readAt + HOLDS_MS,
    validatedAt: readAt,
    confidence: "published",
    prices: bookPrices(figures),
  };
}

const pairOf = ({ inputPrice, outputPrice }: ListingPrices) => ({ inputPrice: inputPrice ?? 0, outputPrice: outputPrice ?? 0 });

/**
 * What public lists say of a listing before its first capture. The first reading is the most trusted:
 * others that disagree with it are another opinion, not an earlier price.
 */
export function publishedStates(
  stated: readonly StatedPrice[],
  readings: readonly DatedReading[],
  firstCapture: number | null,
): PriceState[] {
  const [trusted] = readings;
  const agreeing = readings.filter((reading) => trusted && !pricesDisagree(pairOf(trusted), pairOf(reading)));
  const all = [...stated.map(ofStated), ...agreeing.map(ofReading)].toSorted((left, right) => left.from - right.from);
  const states: PriceState[] = [];
  for (const state of all) {
    const from = Math.max(state.from, states.at(-1)?.to ?? 0);
    const to = Math.min(state.to ?? Infinity, firstCapture ?? Infinity);
    if (state.prices.length > 0) states.push(...unlessEmpty({ ...state, from, to }));
  }
  return states;
}
