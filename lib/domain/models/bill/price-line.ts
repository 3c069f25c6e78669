import { BOOK_KINDS, weakestOf, type BookKind, type Confidence } from "../../history/price-book/book-row";
import type { UsageKind, UsageLine } from "../usage/usage-line";
import { chooseRow, type ListedPrices, type ListedRow, type NotCounted } from "./choose-row";
import type { ExactUsd } from "./exact-usd";

interface Charge {
  kind: UsageKind;
  quantity: number;
  /** Null where no price of it is known. */
  price: ListedRow | null;
  cost: ExactUsd | null;
}

export interface PricedLine {
  charges: Charge[];
  /** Null where the price of any charge is unknown. */
  cost: ExactUsd | null;
  notCounted: NotCounted[];
  /** Kinds whose price stands in for what the line does not say. */
  assumed: BookKind[];
  /** The weakest of its prices'. */
  confidence: Confidence | null;
}

interface Found {
  price: ListedRow | null;
  notCounted: readonly NotCounted[];
  isAssumed: boolean;
}

/** A write that does not say how long it lasts is taken for one of five minutes. */
const ASSUMED: Readonly<Partial<Record<UsageKind, BookKind>>> = { cache_write: "cache_write_5m" };

const isBookKind = (kind: UsageKind): kind is BookKind => (BOOK_KINDS as readonly string[]).includes(kind);

/** Where input is given away, what is cached of it is too. */
const CACHED: ReadonlySet<UsageKind> = new Set(["cache_read", "cache_write", "cache_write_5m", "cache_write_1h"]);

function findPrice(prices: ListedPrices, kind: UsageKind, line: UsageLine): Found {
  const named = isBookKind(kind) ? kind : ASSUMED[kind];
  const own = named === undefined ? { chosen: null, notCounted: [] } : chooseRow(prices, named, line);
  if (own.chosen) return { price: own.chosen, notCounted: own.notCounted, isAssumed: named !== kind };
  const input = CACHED.has(kind) ? chooseRow(prices, "input", line).chosen : null;
  return { price: input?.row.price_usd === 0 ? input : null, notCounted: own.notCounted, isAssumed: false };
}

/** What is charged for: thinking and requests only where they have a price of their own. */
function chargedQuantities({ quantities }: UsageLine, has: (kind: BookKind) => boolean): [UsageKind, number][] {
  const thinking = has("thinking_output") ? Math.min(quantities.thinking_output ?? 0, quantities.output ?? 0) : 0;
  return (Object.entries(quantities) as [UsageKind, number][])
    .map(([kind, quantity]): [UsageKind, number] => {
      if (kind === "thinking_output") return [kind, thinking];
      return kind === "output" ? [kind, quantity - thinking] : [kind, quantity];
    })
    .filter(([kind, quantity]) => quantity > 0 && (kind !== "request" || has("request")));
}

/** The charges of a line at the prices of its time. */
export function priceLine(line: UsageLine, prices: ListedPrices): PricedLine {
  const has = (kind: BookKind): boolean => chooseRow(prices, kind, line).chosen !== null;
  const notCounted = new Set<NotCounted>();
  const assumed: BookKind[] = [];
  const charges = chargedQuantities(line, has).map(([kind, quantity]): Charge => {
    const found = findPrice(prices, kind, line);
    for (const open of found.notCounted) notCounted.add(open);
    if (found.isAssumed && found.price) assumed.push(found.price.row.kind);
    return { kind, quantity, price: found.price, cost: found.price && found.price.perPiece * BigInt(quantity) };
  });
  const { quantities } = line;
  if (quantities.request === undefined && has("request")) notCounted.add("per_request");
  const saysThinking = quantities.output === undefined || quantities.thinking_output !== undefined;
  if (!saysThinking && has("thinking_output")) notCounted.add("thinking_output");
  const isWhole = charges.every(({ cost }) => cost !== null);
  return {
    charges,
    cost: isWhole ? charges.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n) : null,
    notCounted: [...notCounted].toSorted(),
    assumed,
    confidence: weakestOf(charges.flatMap(({ price }) => (price ? [price.row.confidence] : []))),
  };
}
