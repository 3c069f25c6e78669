import { compareText } from "../../basics/text";
import type { UsageLine } from "../usage/usage-line";
import type { ListedPrices } from "./choose-row";
import type { ExactUsd } from "./exact-usd";
import { priceLine, type PricedLine } from "./price-line";

/** The listing that a line's name means, with its rows of the price book. */
export interface BilledModel {
  /** `provider/id`. */
  key: string;
  name: string;
  provider: string;
  notes: readonly string[];
  /** Its rows under each of its ids, the current one first. */
  books: readonly ListedPrices[];
}

export interface UnknownModel {
  reason: "model_not_found" | "ambiguous_model";
  /** `provider/id` of what the name could mean. */
  candidates: readonly string[];
}

/**
 * Why a line has no sum. `not_covered`: the book has no price of the listing at that time;
 * `no_price_of_kind`: it has none of some charge.
 */
export const UNPRICED_REASONS = ["model_not_found", "ambiguous_model", "in_future", "not_covered", "no_price_of_kind"] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

export interface BilledLine {
  line: UsageLine;
  model: BilledModel | null;
  candidates: readonly string[];
  priced: PricedLine;
  reason: UnpricedReason | null;
}

const NOTHING: PricedLine = { charges: [], cost: null, notCounted: [], assumed: [], confidence: null };

/** The rows of the first of a listing's ids that was priced then. A former id's count where the present one had none yet. */
const bookOf = ({ books }: BilledModel, { from, to }: UsageLine): ListedPrices | undefined =>
  books.find((book) => book.get("input")?.some((row) => row.from <= Math.max(from, to - 1) && from < row.to));

function billLine(line: UsageLine, model: BilledModel | UnknownModel, now: number): BilledLine {
  if ("reason" in model) return { line, model: null, candidates: model.candidates, priced: NOTHING, reason: model.reason };
  if (line.from > now) return { line, model, candidates: [], priced: NOTHING, reason: "in_future" };
  const book = bookOf(model, line);
  if (!book) return { line, model, candidates: [], priced: NOTHING, reason: "not_covered" };
  const priced = priceLine(line, book);
  return { line, model, candidates: [], priced, reason: priced.cost === null ? "no_price_of_kind" : null };
}

export interface BillSum {
  lines: number;
  /** Lines whose cost is known; the sum is theirs. */
  priced: number;
  cost: ExactUsd;
}

const NO_SUM: BillSum = { lines: 0, priced: 0, cost: 0n };

const plus = ({ lines, priced, cost }: BillSum, { priced: { cost: own } }: BilledLine): BillSum => ({
  lines: lines + 1,
  priced: priced + (own === null ? 0 : 1),
  cost: cost + (own ?? 0n),
});

function sumsBy(lines: readonly BilledLine[], keyOf: (line: BilledLine) => string | null): [string, BillSum][] {
  const sums = new Map<string, BillSum>();
  for (const line of lines) {
    const key = keyOf(line);
    if (key !== null) sums.set(key, plus(sums.get(key) ?? NO_SUM, line));
  }
  return [...sums];
}

const monthOf = ({ line }: BilledLine): string => new Date(line.from).toISOString().slice(0, 7);

export interface Bill {
  lines: BilledLine[];
  total: BillSum;
  /** The dearest first. */
  byModel: [string, BillSum][];
  /** The oldest first. A line that reaches into a second month belongs to the one in which it begins. */
  byMonth: [string, BillSum][];
}

interface BillSetup {
  /** Asked for every line. */
  modelOf(line: UsageLine): BilledModel | UnknownModel;
  now: Date;
}

export function billOf(lines: readonly UsageLine[], { modelOf, now }: BillSetup): Bill {
  const billed = lines.map((line) => billLine(line, modelOf(line), now.getTime()));
  const byModel = sumsBy(billed, ({ model }) => model?.key ?? null);
  return {
    lines: billed,
    total: billed.reduce(plus, NO_SUM),
    byModel: byModel.toSorted(([left, { cost: one }], [right, { cost: other }]) =>
      one === other ? compareText(left, right) : one > other ? -1 : 1,
    ),
    byMonth: sumsBy(billed, monthOf).toSorted(([left], [right]) => compareText(left, right)),
  };
}
