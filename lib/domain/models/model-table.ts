import { groupBy } from "../basics/group-by";
import type { ModelLife } from "./model-life";
import { compareValues, rowsWith } from "../pages/rows";

/** A row of the models page. Null prices are not published. */
export interface ModelRow {
  id: string;
  name: string;
  providerId: string;
  provider: string;
  input: number | null;
  output: number | null;
  blended: number | null;
  /** Given away here: its prices of 0 are not the model's. */
  isFreeListing: boolean;
  context: number | null;
  released: string | null;
  capabilities: readonly string[];
  isOpen: boolean;
  score: number | null;
  /** In points, with the interval of 90 % around it; null for a model without a rank. */
  capability: number | null;
  interval: { low: number; high: number } | null;
  /** Its announced end: the day, YYYY-MM-DD or less of it, and whether that day is only the earliest. */
  end: { on: string | null; isEarliest: boolean } | null;
  /** Where the price was read, and on which day it was last seen there. */
  source: string | null;
  seenOn: string | null;
  hasConflict: boolean;
  status: ModelLife;
  /** Change of the blended price in per cent since an earlier day. Null where either price is unknown. */
  change: number | null;
}

export const MODEL_COLUMNS = ["name", "input", "output", "blended", "change", "context", "capability", "score", "released"] as const;
export type ModelColumn = (typeof MODEL_COLUMNS)[number];

export interface ModelSort {
  column: ModelColumn;
  direction: "asc" | "desc";
}

/** The direction in which readers look first: the cheapest, the largest, the newest. */
export const FIRST_DIRECTION: Record<ModelColumn, ModelSort["direction"]> = {
  name: "asc",
  input: "asc",
  output: "asc",
  blended: "asc",
  change: "asc",
  context: "desc",
  capability: "desc",
  score: "desc",
  released: "desc",
};

const PRICES: ReadonlySet<ModelColumn> = new Set(["input", "output", "blended"]);

/** Puts unknown values last in either direction, and prices of 0 before them. Neither tells what is cheap. */
function lateness(row: ModelRow, column: ModelColumn): number {
  if (row[column] === null) return 2;
  return PRICES.has(column) && row[column] === 0 ? 1 : 0;
}

export function sortModels<Row extends ModelRow>(rows: readonly Row[], { column, direction }: ModelSort): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted(
    (a, b) =>
      lateness(a, column) - lateness(b, column) ||
      sign * compareValues(a[column], b[column]) ||
      a.name.localeCompare(b.name, "en") ||
      a.providerId.localeCompare(b.providerId) ||
      a.id.localeCompare(b.id, "en"),
  );
}

type SeenPrice = Pick<ModelRow, "source" | "seenOn">;

export const isSeenAt = (price: SeenPrice, { source, seenOn }: SeenPrice): boolean => price.source === source && price.seenOn === seenOn;

/** Source and day of most of these prices, to be said once; null where no price has a source. */
export function commonSeen(prices: readonly SeenPrice[]): SeenPrice | null {
  const known = prices.filter(({ source }) => source !== null);
  const bySeen = groupBy(known, ({ source, seenOn }) => `${source} ${seenOn}`);
  return [...bySeen.values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
}

export const searchModels = <Row extends ModelRow>(rows: readonly Row[], text: string): Row[] =>
  rowsWith(rows, text, ({ name, id, provider }) => `${name} ${id} ${provider}`);

/** Change in per cent. Null where a price is not known, or was 0, of which nothing is a share. */
export function priceChange(then: number | null, now: number | null): number | null {
  return then === null || now === null || then === 0 ? null : ((now - then) / then) * 100;
}
