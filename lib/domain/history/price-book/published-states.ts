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

function stateOf({ source, sourceUrl, from, to, validatedAt, ...figures }: StatedPrice): PriceState {
  const end = to ?? validatedAt + HOLDS_MS;
  const prices = bookPrices(figures);
  return { source, sourceUrl, from, to: end, validatedAt: Math.min(validatedAt, end), confidence: "published", prices };
}

const ofReading = ({ readAt, ...reading }: DatedReading): PriceState =>
  stateOf({ ...reading, from: readAt, to: readAt + HOLDS_MS, validatedAt: readAt });

const pairOf = ({ inputPrice, outputPrice }: ListingPrices) => ({ inputPrice: inputPrice ?? 0, outputPrice: outputPrice ?? 0 });

/** Readings that agree with the first, which is the most trusted: others are another opinion, not an earlier price. */
function agreeing(readings: readonly DatedReading[]): readonly DatedReading[] {
  const [trusted] = readings;
  return readings.filter((reading) => trusted && !pricesDisagree(pairOf(trusted), pairOf(reading)));
}

/** Leaves out what a state before has already, and all from the first capture on. */
function inTurn(states: readonly PriceState[], firstCapture: number | null): PriceState[] {
  const kept: PriceState[] = [];
  for (const state of states.toSorted((left, right) => left.from - right.from)) {
    const from = Math.max(state.from, kept.at(-1)?.to ?? 0);
    const to = Math.min(state.to ?? Infinity, firstCapture ?? Infinity);
    if (from < to && state.prices.length > 0) kept.push({ ...state, from, to, validatedAt: Math.min(state.validatedAt, to) });
  }
  return kept;
}

/** What public lists say of a listing before its first capture. Stated days go before readings of a day. */
export function publishedStates(
  stated: readonly StatedPrice[],
  readings: readonly DatedReading[],
  firstCapture: number | null,
): PriceState[] {
  const whole = stated.map(stateOf);
  const isFree = ({ from, to }: PriceState): boolean => !whole.some((other) => from < (other.to ?? Infinity) && other.from < (to ?? Infinity));
  return inTurn([...whole, ...agreeing(readings).map(ofReading).filter(isFree)], firstCapture);
}
