import { expect, test } from "vitest";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { tokenSpans } from "@/lib/domain/history/price-book/token-spans";

const [MAY, JUNE, JULY, AUGUST] = [5, 6, 7, 8].map((month) => `2026-0${month}-01T00:00:00.000Z`) as [string, string, string, string];

const row = (kind: BookRow["kind"], price: number, from: string, to: string | null, facts: Partial<BookRow> = {}): BookRow => ({
  provider: "halden",
  model: "skua",
  kind,
  condition: null,
  unit: "1M tokens",
  price_usd: price,
  effective_from: from,
  effective_to: to,
  last_validated_at: AUGUST,
  source: "litellm",
  source_url: null,
  confidence: "captured",
  ...facts,
});

const shown = (rows: readonly BookRow[]) =>
  tokenSpans(rows).map((span) => [span.effective_from, span.effective_to, span.input, span.output]);

test("a span begins where either price changes, the newest first", () => {
  const rows = [row("input", 2, MAY, JULY), row("input", 1, JULY, null), row("output", 8, MAY, JUNE), row("output", 6, JUNE, null)];
  expect(shown(rows)).toEqual([
    [JULY, null, 1, 6],
    [JUNE, JULY, 2, 6],
    [MAY, JUNE, 2, 8],
  ]);
});

test("rows of the same prices are one span, whoever read them", () => {
  const rows = [row("input", 2, MAY, JUNE, { confidence: "published", source: "prices" }), row("input", 2, JUNE, null)];
  expect(shown(rows)).toEqual([[MAY, null, 2, null]]);
});

test("nothing fills a time whose price is not known", () => {
  expect(shown([row("input", 2, MAY, JUNE), row("input", 2, JULY, null)])).toEqual([
    [JULY, null, 2, null],
    [MAY, JUNE, 2, null],
  ]);
});

test("other kinds and prices on a condition are left out, and the less certain price speaks", () => {
  const rows = [
    row("input", 2, MAY, null, { confidence: "published", source: "prices" }),
    row("output", 8, MAY, null),
    row("cache_read", 0.2, JUNE, null),
    row("input", 4, JULY, null, { condition: { kind: "prompt_tokens_above", above: 200_000 } }),
  ];
  expect(tokenSpans(rows)).toMatchObject([{ effective_from: MAY, confidence: "published", source: "prices" }]);
  expect(tokenSpans([])).toEqual([]);
});
