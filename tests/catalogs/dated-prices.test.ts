import { expect, test } from "vitest";
import { datedReadings, statedPrices } from "@/lib/catalogs/dated-prices";
import { bundledModels } from "@/lib/catalogs/models";
import { captureTimes } from "@/lib/domain/history/price-book/price-state";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import { listingKey } from "@/lib/domain/models/model-listing";
import { bookRowsOf } from "@/lib/sources/models/prices/book-rows";

const NEVER = captureTimes([]);

const pricesOf = (name: { provider: string; model: string }, at: string) => {
  const inForce = priceAt(bookRowsOf(name, [], NEVER), new Date(at));
  const usd = (kind: string) =>
    inForce.find((row) => row.kind === kind && (row.condition === null || row.condition.kind === "time_band"))?.price_usd;
  return [usd("input"), usd("output")];
};

test.each([
  ["2026-07-08T23:59:59Z", [undefined, undefined]],
  ["2026-07-09T00:00:00Z", [5, 30]],
  ["2026-08-20T23:59:59.999Z", [5, 30]],
  ["2026-08-21T00:00:00Z", [4, 20]],
  ["2026-09-15T00:00:00Z", [4, 20]],
])("GPT-5.6 Sol went from $5/$30 to $4/$20 on 2026-08-21: %s", (at, expected) => {
  expect(pricesOf({ provider: "openai", model: "gpt-5.6-sol" }, at)).toEqual(expected);
});

test("long prompts of GPT-5.6 Sol have a price of their own on both sides of the change", () => {
  const name = { provider: "openai", model: "gpt-5.6-sol" };
  const rows = bookRowsOf(name, [], NEVER).filter(({ kind, condition }) => kind === "input" && condition?.kind === "prompt_tokens_above");
  expect(rows.map(({ price_usd, effective_from, effective_to }) => [price_usd, effective_from, effective_to])).toEqual([
    [10, "2026-07-09T00:00:00.000Z", "2026-08-21T00:00:00.000Z"],
    [8, "2026-08-21T00:00:00.000Z", "2026-09-01T00:00:00.000Z"],
  ]);
});

test.each([
  ["flat, in what became the peak hours", "2026-08-14T02:00:00Z", [0.435, 0.87]],
  ["flat, a moment before the hours began", "2026-08-16T15:59:59.999Z", [0.435, 0.87]],
  ["off-peak as they began", "2026-08-16T16:00:00Z", [0.66, 1.98]],
  ["peak", "2026-08-17T01:00:00Z", [1.32, 3.96]],
  ["peak on a Saturday while weekends had it", "2026-08-22T02:00:00Z", [1.32, 3.96]],
  ["off-peak on a Sunday of Beijing since", "2026-08-23T02:00:00Z", [0.66, 1.98]],
  ["peak on a Monday of Beijing since", "2026-08-24T02:00:00Z", [1.32, 3.96]],
])("DeepSeek V4 Pro: %s", (_, at, expected) => {
  expect(pricesOf({ provider: "deepseek", model: "deepseek-v4-pro" }, at)).toEqual(expected);
});

test("every listing with stated days is in the catalog of models, and every priced listing has a dated reading", () => {
  const known = new Set(bundledModels.observations.map(({ facts }) => listingKey(facts)));
  expect([...statedPrices.keys()].filter((key) => !known.has(key))).toEqual([]);
  const priced = bundledModels.observations.filter(({ quoted }) => quoted.length > 0);
  expect(priced.filter(({ facts }) => (datedReadings.get(listingKey(facts)) ?? []).length === 0)).toEqual([]);
});
