import type { ModelColumn, ModelSort } from "./model-table";

/** A question that readers bring to the list of models, with the order and the columns that answer it. */
export interface ModelQuestion {
  name: "newest" | "cheapest" | "best" | "context";
  label: string;
  sort: ModelSort;
  /** What stands beside the name, the answer first. */
  columns: readonly Exclude<ModelColumn, "name">[];
}

const NEWEST: ModelQuestion = {
  name: "newest",
  label: "Newest",
  sort: { column: "released", direction: "desc" },
  columns: ["released", "capability", "blended", "input", "output", "context"],
};

export const MODEL_QUESTIONS: readonly ModelQuestion[] = [
  NEWEST,
  {
    name: "cheapest",
    label: "Cheapest",
    sort: { column: "blended", direction: "asc" },
    columns: ["blended", "input", "output", "capability", "change", "context"],
  },
  {
    name: "best",
    label: "Best",
    sort: { column: "capability", direction: "desc" },
    columns: ["capability", "blended", "score", "context", "released"],
  },
  {
    name: "context",
    label: "Longest context",
    sort: { column: "context", direction: "desc" },
    columns: ["context", "capability", "blended", "input", "output", "released"],
  },
];

/** Open weights are a filter, and so this question stands over any order. */
export const OPEN_WEIGHTS = { label: "Open weights", sort: { column: "capability", direction: "desc" } } as const;

const ANSWERED_BY: Record<ModelColumn, ModelQuestion["name"]> = {
  name: "newest",
  released: "newest",
  blended: "cheapest",
  input: "cheapest",
  output: "cheapest",
  change: "cheapest",
  capability: "best",
  score: "best",
  context: "context",
};

/** The question behind an order: one by output price asks what is cheap. */
export const questionOf = ({ column }: ModelSort): ModelQuestion =>
  MODEL_QUESTIONS.find(({ name }) => name === ANSWERED_BY[column]) ?? NEWEST;

/** Fixed ends, so that bars of all pages of the list can be compared. */
const [CHEAP, DEAR] = [0.01, 100];

/** Place of a price from one cent to 100 dollars, by its logarithm, 0 to 1. Null where there is none. */
export function priceShare(usd: number | null): number | null {
  if (usd === null || usd <= 0) return null;
  return Math.min(1, Math.max(0, Math.log(usd / CHEAP) / Math.log(DEAR / CHEAP)));
}

export interface Span {
  low: number;
  high: number;
}

/** Bars begin here: less able models are hardly chosen today and would leave no room for the others. */
const LEAST_ABILITY = 120;

/** From the least ability that is drawn to the highest end of all intervals; null where there is none. */
export function spanOf(intervals: readonly (Span | null)[]): Span | null {
  const highs = intervals.flatMap((interval) => (interval === null ? [] : [interval.high]));
  return highs.length === 0 ? null : { low: LEAST_ABILITY, high: Math.max(...highs) };
}

export const shareWithin = (value: number, { low, high }: Span): number =>
  high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 1;
