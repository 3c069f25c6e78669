import type { BookPrice } from "./book-prices";
import { BOOK_KINDS, type BookRow } from "./book-row";
import { firstFrom, type CaptureTimes, type PriceState } from "./price-state";

interface Piece extends Omit<PriceState, "prices"> {
  price: BookPrice;
}

const placeOf = ({ kind, unit, condition }: BookPrice): string => (condition === null ? `${kind} ${unit}` : `${kind} ${unit} ${JSON.stringify(condition)}`);

const isContinued = (last: Piece, next: Piece): boolean =>
  last.to === next.from && last.price.usd === next.price.usd && last.confidence === next.confidence;

/** Adds a piece to those of its kind and condition, or lengthens the last of them. */
function add(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last && isContinued(last, next)) {
    const { to, source, sourceUrl } = next;
    pieces[pieces.length - 1] = { ...last, to, source, sourceUrl, validatedAt: Math.max(last.validatedAt, next.validatedAt) };
  } else pieces.push(next);
}

/** The part of a state in which one of its prices holds; null where the days of its band lie elsewhere. */
function pieceOf({ prices: _, ...state }: PriceState, price: BookPrice): Piece | null {
  const from = Math.max(state.from, price.from ?? state.from);
  const to = Math.min(state.to ?? Infinity, price.to ?? Infinity);
  if (from >= to) return null;
  return { ...state, price, from, to: to === Infinity ? null : to, validatedAt: Math.min(state.validatedAt, to) };
}

const baseOf = ({ prices }: PriceState): string =>
  prices.flatMap(({ kind, condition, usd }) => (condition === null && (kind === "input" || kind === "output") ? [usd] : [])).join(" ");

/** Whether nothing was captured between two states, and both have the same prices. */
function isBridged(earlier: PriceState, later: PriceState, { times }: CaptureTimes): boolean {
  if (earlier.to === null || earlier.to >= later.from || baseOf(earlier) !== baseOf(later)) return false;
  const next = times[firstFrom(times, earlier.to)];
  return next === undefined || next >= later.from;
}

/** The time between two readings that agree, with the prices that both have. */
function bridgeOf(earlier: PriceState, later: PriceState): PriceState {
  const before = new Map(earlier.prices.map((price) => [placeOf(price), price.usd]));
  return {
    ...earlier,
    from: earlier.to ?? later.from,
    to: later.from,
    confidence: "inferred",
    prices: later.prices.filter((price) => before.get(placeOf(price)) === price.usd),
  };
}

const withBridges = (states: readonly PriceState[], captures: CaptureTimes): PriceState[] =>
  states.flatMap((state, index) => {
    const earlier = states[index - 1];
    return earlier && isBridged(earlier, state, captures) ? [bridgeOf(earlier, state), state] : [state];
  });

function toRow({ provider, model }: ListingName, piece: Piece): BookRow {
  const { price, from, to, validatedAt, source, sourceUrl, confidence } = piece;
  return {
    provider,
    model,
    kind: price.kind,
    condition: price.condition,
    unit: price.unit,
    price_usd: price.usd,
    effective_from: new Date(from).toISOString(),
    effective_to: to === null ? null : new Date(to).toISOString(),
    last_validated_at: new Date(validatedAt).toISOString(),
    source,
    source_url: sourceUrl,
    confidence,
  };
}

interface ListingName {
  provider: string;
  model: string;
}

/** The rows of one listing: its states, oldest first, by kind and condition. */
export function listingRows(name: ListingName, states: readonly PriceState[], captures: CaptureTimes): BookRow[] {
  const byPlace = new Map<string, Piece[]>();
  for (const state of withBridges(states, captures)) {
    for (const price of state.prices) {
      const piece = pieceOf(state, price);
      if (!piece) continue;
      const place = placeOf(price);
      const pieces = byPlace.get(place);
      if (pieces) add(pieces, piece);
      else byPlace.set(place, [piece]);
    }
  }
  const order = (pieces: readonly Piece[]): number => BOOK_KINDS.indexOf((pieces[0] as Piece).price.kind);
  return [...byPlace.values()]
    .toSorted((left, right) => order(left) - order(right))
    .flatMap((pieces) => pieces.map((piece) => toRow(name, piece)));
}
