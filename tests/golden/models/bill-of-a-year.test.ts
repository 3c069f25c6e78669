import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { billOf, type BillSum, type BilledModel } from "@/lib/domain/models/bill/bill";
import { listedPrices } from "@/lib/domain/models/bill/choose-row";
import { shownUsd } from "@/lib/domain/models/bill/exact-usd";
import { readUsageText } from "@/lib/loaders/models/usage-text";

/** The sums of `tests/fixtures/bill/README.md`, which were computed on paper. */
const BY_MODEL = {
  "anthropic/claude-opus-4-5": 42.25,
  "deepseek/deepseek-v4-pro": 22.1265,
  "mistral/mistral-medium-3": 21.6,
  "openai/gpt-5.6-sol": 7.249_808,
  "google/gemini-2.5-pro": 6.525_002_5,
};
const BY_MONTH = {
  "2025-12": 25.55,
  "2026-01": 2.06,
  "2026-02": 2.315_002_5,
  "2026-03": 18.8,
  "2026-04": 7.55,
  "2026-05": 7.3825,
  "2026-06": 1.8,
  "2026-07": 2.625,
  "2026-08": 21.236_008,
  "2026-09": 5.3328,
  "2026-10": 3.3,
  "2026-11": 1.8,
};
const YEAR = 99.751_310_5;

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/bill/${name}`, import.meta.url), "utf8");

const rows = (parse(fixture("book.csv"), { columns: true }) as Record<keyof BookRow, string>[]).map((row): BookRow => ({
  ...(row as unknown as BookRow),
  condition: row.condition === "" ? null : JSON.parse(row.condition),
  unit: row.kind === "web_search" ? "1K pieces" : "1M tokens",
  price_usd: Number(row.price_usd),
  effective_to: row.effective_to === "" ? null : row.effective_to,
  last_validated_at: "2026-11-28T06:00:00.000Z",
  source: "fixture",
  source_url: null,
  confidence: "captured",
}));

const models = new Map(
  [...groupBy(rows, ({ provider, model }) => `${provider}/${model}`)].map(([key, own]): [string, BilledModel] => [
    key,
    { key, name: key, provider: key, notes: [], books: [listedPrices(own)] },
  ]),
);

const sums = (entries: readonly [string, BillSum][]) => Object.fromEntries(entries.map(([key, { cost }]) => [key, shownUsd(cost)]));

describe("a year of five models, computed by hand", () => {
  const read = readUsageText(fixture("usage.csv"));
  if ("fault" in read) throw new Error(read.fault);
  const { lines } = read.usage;
  const bill = billOf(lines, {
    modelOf: ({ provider, model }) => models.get(`${provider}/${model}`) as BilledModel,
    now: new Date("2026-11-28T12:00:00Z"),
  });

  test("sums by model, the dearest first", () => {
    expect(sums(bill.byModel)).toEqual(BY_MODEL);
    expect(bill.byModel.map(([key]) => key)).toEqual(Object.keys(BY_MODEL));
  });

  test("sums by month, and the year", () => {
    expect(sums(bill.byMonth)).toEqual(BY_MONTH);
    expect(shownUsd(bill.total.cost)).toBe(YEAR);
    expect([bill.total.lines, bill.total.priced]).toEqual([29, 29]);
  });

  test("only the line of forty requests leaves something open", () => {
    const open = bill.lines.flatMap(({ line, priced }) => (priced.notCounted.length > 0 ? [[line.model, priced.notCounted]] : []));
    expect(open).toEqual([["gemini-2.5-pro", ["prompt_tokens_above"]]]);
  });
});
