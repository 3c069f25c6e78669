import { leastSure, type BookRow } from "./book-row";

/** Prices of tokens of a listing between two moments. */
export type TokenSpan = Pick<BookRow, "effective_from" | "effective_to" | "confidence" | "source" | "source_url"> & {
  /** USD per 1M tokens; null where that price is not known. */
  input: number | null;
  output: number | null;
};

const isTokenPrice = ({ kind, condition }: BookRow): boolean => condition === null && (kind === "input" || kind === "output");

function spanAt(rows: readonly BookRow[], from: string, to: string | null): TokenSpan[] {
  const inForce = rows.filter((row) => row.effective_from <= from && (row.effective_to === null || from < row.effective_to));
  const [input, output] = [inForce.find(({ kind }) => kind === "input"), inForce.find(({ kind }) => kind === "output")];
  const speaker = leastSure([input, output].filter((row) => row !== undefined));
  if (!speaker) return [];
  const { confidence, source, source_url } = speaker;
  const prices = { input: input?.price_usd ?? null, output: output?.price_usd ?? null };
  return [{ effective_from: from, effective_to: to, ...prices, confidence, source, source_url }];
}

/**
 * The listing's own prices of tokens, the newest first. Each change of either begins a span; conditions are left out. Of rows that hold
 * at once, as those of two ids of a listing may, the first counts.
 */
export function tokenSpans(rows: readonly BookRow[]): TokenSpan[] {
  const own = rows.filter(isTokenPrice);
  const moments = new Set(own.flatMap(({ effective_from: from, effective_to: to }) => (to === null ? [from] : [from, to])));
  const times = [...moments].toSorted();
  const spans: TokenSpan[] = [];
  for (const [place, time] of times.entries()) {
    for (const span of spanAt(own, time, times[place + 1] ?? null)) {
      const last = spans.at(-1);
      const isSame = last?.effective_to === span.effective_from && last.input === span.input && last.output === span.output;
      if (last && isSame) last.effective_to = span.effective_to;
      else spans.push(span);
    }
  }
  return spans.toReversed();
}
