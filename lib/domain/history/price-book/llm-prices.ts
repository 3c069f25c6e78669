import { compareText } from "../../basics/text";
import type { BookRow } from "./book-row";

/** An entry in the shape of simonw/llm-prices: the days of a price, the first included, the last not. USD per 1M tokens. */
export interface LlmPrice {
  id: string;
  vendor: string;
  name: string;
  input: number;
  output: number;
  input_cached: number | null;
  from_date: string;
  to_date: string | null;
}

const FIGURES = { input: "input", output: "output", cache_read: "input_cached" } as const;
type Figure = (typeof FIGURES)[keyof typeof FIGURES];

const figureOf = ({ kind, condition }: BookRow): Figure | null =>
  condition === null && kind in FIGURES ? FIGURES[kind as keyof typeof FIGURES] : null;

const dayOf = (moment: string): string => moment.slice(0, 10);

type Prices = Record<Figure, number | null>;

/** The figures that begin on each day, or that end, as null, and are not followed by another. */
function changesByDay(rows: readonly BookRow[]): [string, Partial<Prices>][] {
  const days = new Map<string, Partial<Prices>>();
  const on = (day: string): Partial<Prices> => days.get(day) ?? days.set(day, {}).get(day) ?? {};
  for (const row of rows) {
    const figure = figureOf(row);
    const [from, to] = [dayOf(row.effective_from), row.effective_to && dayOf(row.effective_to)];
    if (!figure || from === to) continue;
    if (to !== null) on(to)[figure] ??= null;
    on(from)[figure] = row.price_usd;
  }
  return [...days].toSorted(([left], [right]) => compareText(left, right));
}

const isSame = (entry: LlmPrice, { input, output, input_cached }: Prices): boolean =>
  entry.input === input && entry.output === output && entry.input_cached === input_cached;

/** Prices of one listing by day. A price that began and ended within one day has no entry. */
export function llmPricesOf(rows: readonly BookRow[], name: string): LlmPrice[] {
  const [first] = rows;
  if (!first) return [];
  const entries: LlmPrice[] = [];
  let prices: Prices = { input: null, output: null, input_cached: null };
  let open: LlmPrice | null = null;
  for (const [day, changes] of changesByDay(rows)) {
    prices = { ...prices, ...changes };
    if (open && isSame(open, prices)) continue;
    if (open) open.to_date = day;
    const { input, output, input_cached } = prices;
    open = null;
    if (input === null || output === null) continue;
    open = { id: first.model, vendor: first.provider, name, input, output, input_cached, from_date: day, to_date: null };
    entries.push(open);
  }
  return entries;
}
