import { expect, test } from "vitest";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import type { TimeBand } from "@/lib/domain/models/prices/price-condition";

const row = (facts: Partial<BookRow>): BookRow => ({
  provider: "deepseek",
  model: "deepseek-v4-pro",
  kind: "input",
  condition: null,
  unit: "1M tokens",
  price_usd: 1,
  effective_from: "2026-01-01T00:00:00.000Z",
  effective_to: null,
  last_validated_at: "2026-11-28T06:00:00.000Z",
  source: "litellm",
  source_url: null,
  confidence: "published",
  ...facts,
});

const [BEGIN, WEEKENDS] = ["2026-08-16T16:00:00.000Z", "2026-08-22T16:00:00.000Z"];
const peak = (facts: Partial<BookRow>, band: TimeBand): BookRow =>
  row({ price_usd: 1.32, condition: { kind: "time_band", value: "peak", band }, ...facts });

/** DeepSeek's input: flat, then dearer in its hours, then so except on weekends of Beijing. */
const deepseek: BookRow[] = [
  row({ price_usd: 0.435, effective_to: BEGIN }),
  row({ price_usd: 0.66, effective_from: BEGIN }),
  peak({ effective_from: BEGIN, effective_to: WEEKENDS }, { zone: "UTC", hours: ["01:00-04:00", "06:00-10:00"] }),
  peak(
    { effective_from: WEEKENDS },
    { weekdays: ["mon", "tue", "wed", "thu", "fri"], zone: "Asia/Shanghai", hours: ["09:00-12:00", "14:00-18:00"] },
  ),
];

test.each([
  ["in the later hours before they began", "2026-08-14T02:00:00Z", 0.435],
  ["a moment before they began", "2026-08-16T15:59:59.999Z", 0.435],
  ["at the moment they began, outside of them", "2026-08-16T16:00:00Z", 0.66],
  ["a minute before the hours", "2026-08-17T00:59:00Z", 0.66],
  ["as the hours begin", "2026-08-17T01:00:00Z", 1.32],
  ["as the hours end", "2026-08-17T04:00:00Z", 0.66],
  ["in the second hours", "2026-08-17T09:59:00Z", 1.32],
  ["on a Saturday before weekends were left out", "2026-08-22T02:00:00Z", 1.32],
  ["on a Sunday of Beijing since", "2026-08-23T02:00:00Z", 0.66],
  ["on a Monday of Beijing since", "2026-08-24T02:00:00Z", 1.32],
  ["on a Friday of Beijing", "2026-11-27T09:00:00Z", 1.32],
  ["on a Saturday of Beijing", "2026-11-28T01:30:00Z", 0.66],
])("DeepSeek's price of input %s", (_, moment, expected) => {
  const inForce = priceAt(deepseek, new Date(moment));
  expect(inForce.map(({ price_usd }) => price_usd)).toEqual([expected]);
});

test("hours that pass midnight, and a band without hours that is all others", () => {
  const band = (price_usd: number, value: string, hours?: TimeBand): BookRow =>
    row({ price_usd, condition: { kind: "time_band", value, ...(hours ? { band: hours } : {}) } });
  const rows = [row({ price_usd: 9 }), band(0.5, "off_peak", { zone: "UTC", hours: ["16:30-00:30"] }), band(1, "peak")];
  const at = (time: string): number[] => priceAt(rows, new Date(`2026-11-27T${time}:00Z`)).map(({ price_usd }) => price_usd);
  expect(["16:29", "16:30", "23:59", "00:29", "00:30"].flatMap(at)).toEqual([1, 0.5, 0.5, 0.5, 1]);
});

test("kinds without a price of the hour keep the listing's, and other conditions stay beside it", () => {
  const rows = [
    row({ price_usd: 0.6 }),
    row({ kind: "output", price_usd: 2 }),
    row({ price_usd: 1.2, condition: { kind: "prompt_tokens_above", above: 200_000 } }),
    row({ price_usd: 0.9, condition: { kind: "time_band", value: "peak", band: { zone: "UTC", hours: ["00:00-12:00"] } } }),
  ];
  const at = (hour: string): number[] => priceAt(rows, new Date(`2026-11-27T${hour}:00:00Z`)).map(({ price_usd }) => price_usd);
  expect(at("03")).toEqual([0.9, 2, 1.2]);
  expect(at("13")).toEqual([0.6, 2, 1.2]);
});

test("nothing is guessed before the first reading", () => {
  expect(priceAt([row({})], new Date("2025-12-31T23:59:59Z"))).toEqual([]);
  expect(priceAt([row({})], new Date("2026-01-01T00:00:00Z"))).toHaveLength(1);
});
