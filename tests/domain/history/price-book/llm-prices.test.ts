import { expect, test } from "vitest";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { llmPricesOf } from "@/lib/domain/history/price-book/llm-prices";

const row = (kind: BookRow["kind"], price_usd: number, from: string, to: string | null, over: Partial<BookRow> = {}): BookRow => ({
  provider: "openai",
  model: "gpt-5.6-sol",
  kind,
  condition: null,
  unit: "1M tokens",
  price_usd,
  effective_from: `${from}T00:00:00.000Z`,
  effective_to: to && `${to}T07:00:00.000Z`,
  last_validated_at: `${from}T00:00:00.000Z`,
  source: "late-index",
  source_url: null,
  confidence: "published",
  ...over,
});

test("an entry for each price by day, as simonw/llm-prices has them; conditions and confidence have none", () => {
  const rows = [
    row("input", 5, "2026-07-09", "2026-08-21"),
    row("input", 4, "2026-08-21", "2026-09-01"),
    row("input", 4, "2026-09-01", null, { confidence: "inferred" }),
    row("output", 30, "2026-07-09", "2026-08-21"),
    row("output", 20, "2026-08-21", null),
    row("cache_read", 0.4, "2026-08-21", null),
    row("input", 8, "2026-08-21", null, { condition: { kind: "prompt_tokens_above", above: 272_000 } }),
  ];
  const shared = { id: "gpt-5.6-sol", vendor: "openai", name: "GPT-5.6 Sol" };
  expect(llmPricesOf(rows, "GPT-5.6 Sol")).toEqual([
    { ...shared, input: 5, output: 30, input_cached: null, from_date: "2026-07-09", to_date: "2026-08-21" },
    { ...shared, input: 4, output: 20, input_cached: 0.4, from_date: "2026-08-21", to_date: null },
  ]);
});
