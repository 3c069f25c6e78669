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

type Prices = Pick<LlmPrice, Figure>;

const isSame = (left: Prices, right: Prices): boolean =>
  left.input === right.input && left.output === right.output && left.input_cached === right.input_cached;

/** Prices of one listing by day. A price that held within one day only has no entry. */
export function llmPricesOf(rows: readonly BookRow[], name: string): LlmPrice[] {
  const own = rows.flatMap((row) => {
    const figure = figureOf(row);
    return figure ? [{ figure, usd: row.price_usd, from: dayOf(row.effective_from), to: row.effective_to && dayOf(row.effective_to) }] : [];
  });
  const days = [...new Set(own.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].toSorted();
  const entries: LlmPrice[] = [];
  for (const [index, day] of days.entries()) {
    const inForce = own.filter(({ from, to }) => from <= day && (to === null || day < to));
    const usdOf = (figure: Figure): number | null => inForce.find((row) => row.figure === figure)?.usd ?? null;
    const [input, output, input_cached] = [usdOf("input"), usdOf("output"), usdOf("input_cached")];
    const [first] = rows;
    if (input === null || output === null || !first) continue;
    const last = entries.at(-1);
    const to_date = days[index + 1] ?? null;
    if (last?.to_date === day && isSame(last, { input, output, input_cached })) last.to_date = to_date;
    else entries.push({ id: first.model, vendor: first.provider, name, input, output, input_cached, from_date: day, to_date });
  }
  return entries;
}
