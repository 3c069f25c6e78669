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
  providerId: string;
  notes: readonly string[];
  prices: ListedPrices;
}

export interface UnknownModel {
  reason: "model_not_found" | "ambiguous_model";
  /** `provider/id` of what the name could mean. */
  candidates: readonly string[];
}

/** Why a line has no sum. `not_covered`: the book has no price of the listing at that time; `no_price_of_kind`: of none of some charge. */
export const UNPRICED_REASONS = ["model_not_found", "ambiguous_model", "not_covered", "no_price_of_kind"] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

export interface BilledLine {
  line: UsageLine;
  model: BilledModel | null;
  candidates: readonly string[];
  priced: PricedLine;
  reason: UnpricedReason | null;
}

const NOTHING: PricedLine = { charges: [], cost: null, notCounted: [], assumed: [], confidence: null };

function billLine(line: UsageLine, model: BilledModel | UnknownModel): BilledLine {
  if ("reason" in model) return { line, model: null, candidates: model.candidates, priced: NOTHING, reason: model.reason };
  const priced = priceLine(line, model.prices);
  const isCovered = priced.charges.length === 0 || priced.charges.some(({ price }) => price !== null);
  const reason = priced.cost !== null ? null : isCovered ? "no_price_of_kind" : "not_covered";
  return { line, model, candidates: [], priced, reason };
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

/** `modelOf` is asked for every line. */
export function billOf(lines: readonly UsageLine[], modelOf: (line: UsageLine) => BilledModel | UnknownModel): Bill {
  const billed = lines.map((line) => billLine(line, modelOf(line)));
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
