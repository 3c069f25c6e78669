import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/domain/basics/time";
import { bookPrices } from "@/lib/domain/history/price-book/book-prices";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { listingRows } from "@/lib/domain/history/price-book/listing-rows";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import { capturedStates, captureTimes, firstCaptureOf, type CapturedPrices } from "@/lib/domain/history/price-book/price-state";
import { publishedStates, type StatedPrice } from "@/lib/domain/history/price-book/published-states";

const NAME = { provider: "p", model: "m" };
const BEGIN = Date.UTC(2026, 0, 1) / DAY_MS;

const figures = (input: number | null) => ({
  inputPrice: input,
  outputPrice: input === null ? null : input * 5,
  cachedInputPrice: null,
  priceConditions: [],
});

const span = (firstDay: number, lastDay: number | null, input: number | null): CapturedPrices => ({
  ...figures(input),
  firstDay: BEGIN + firstDay,
  lastDay: lastDay === null ? null : BEGIN + lastDay,
  source: "litellm",
  sourceUrl: null,
  verifiedAt: null,
});

const capturesOn = (days: readonly number[]) =>
  captureTimes(days.map((day) => ({ day: BEGIN + day, at: (BEGIN + day) * DAY_MS + 7 * HOUR_MS })));

const rowsOf = (spans: readonly CapturedPrices[], days: readonly number[], stated: readonly StatedPrice[] = []): BookRow[] => {
  const captures = capturesOn(days);
  const before = publishedStates(stated, [], firstCaptureOf(spans, captures));
  return listingRows(NAME, [...before, ...capturedStates(spans, captures)], captures);
};

const inputs = (rows: readonly BookRow[]) =>
  rows
    .filter(({ kind }) => kind === "input")
    .map(({ price_usd, effective_from, effective_to, confidence }) => [price_usd, effective_from, effective_to, confidence]);

const at = (day: number, hour = 7): string => new Date((BEGIN + day) * DAY_MS + hour * HOUR_MS).toISOString();

describe("captures", () => {
  test("a price holds from the capture that first had it until before the next that has another, the last stays open", () => {
    expect(inputs(rowsOf([span(0, 1, 5), span(2, null, 4)], [0, 1, 2, 3]))).toEqual([
      [5, at(0), at(2), "captured"],
      [4, at(2), null, "captured"],
    ]);
  });

  test("rows that differ in other facts only are one row, validated by its last capture", () => {
    const rows = rowsOf([span(0, 1, 5), span(2, null, 5)], [0, 1, 2, 3]).filter(({ kind }) => kind === "input");
    expect(rows).toMatchObject([{ effective_from: at(0), effective_to: null, last_validated_at: at(3) }]);
  });

  test("a week without captures is inferred where both ends agree, and not covered where the price changed in it", () => {
    expect(inputs(rowsOf([span(0, null, 5)], [0, 1, 8]))).toEqual([
      [5, at(0), at(2), "captured"],
      [5, at(2), at(8), "inferred"],
      [5, at(8), null, "captured"],
    ]);
    expect(inputs(rowsOf([span(0, 1, 5), span(8, null, 4)], [0, 1, 8]))).toEqual([
      [5, at(0), at(2), "captured"],
      [4, at(8), null, "captured"],
    ]);
  });

  test("a model that was not sold, or had no price, in between is not covered then", () => {
    const gone = [
      [5, at(0), at(1), "captured"],
      [5, at(3), null, "captured"],
    ];
    expect(inputs(rowsOf([span(0, 0, 5), span(3, null, 5)], [0, 1, 2, 3]))).toEqual(gone);
    expect(inputs(rowsOf([span(0, 0, 5), span(1, 2, null), span(3, null, 5)], [0, 1, 2, 3]))).toEqual(gone);
  });

  test("a price that nobody read since a day of the catalog is inferred, and validated on that day", () => {
    const rows = rowsOf([{ ...span(3, null, 5), verifiedAt: BEGIN * DAY_MS }], [3, 4]).filter(({ kind }) => kind === "input");
    expect(rows).toMatchObject([{ effective_from: at(3), effective_to: null, confidence: "inferred", last_validated_at: at(0, 0) }]);
  });
});

test("published days come before captures, and go on to the first one where the price is the same", () => {
  const stated = (from: number, to: number | null, input: number): StatedPrice => ({
    ...figures(input),
    source: "late-index",
    sourceUrl: "https://maker.example/prices",
    from: (BEGIN + from) * DAY_MS,
    to: to === null ? null : (BEGIN + to) * DAY_MS,
    validatedAt: (BEGIN + (to ?? from + 1)) * DAY_MS,
  });
  expect(inputs(rowsOf([span(9, null, 4)], [9], [stated(0, 3, 5), stated(3, null, 4)]))).toEqual([
    [5, at(0, 0), at(3, 0), "published"],
    [4, at(3, 0), at(5, 0), "published"],
    [4, at(5, 0), at(9), "inferred"],
    [4, at(9), null, "captured"],
  ]);
  expect(inputs(rowsOf([span(9, null, 3)], [9], [stated(3, null, 4)]))).toEqual([
    [4, at(3, 0), at(5, 0), "published"],
    [3, at(9), null, "captured"],
  ]);
});

test("prices by kind and condition, multiplied where a factor is stated, with the days of a band as the row's", () => {
  const prices = bookPrices({
    inputPrice: 5,
    outputPrice: 25,
    cachedInputPrice: 0.5,
    priceConditions: [
      { kind: "cache_write_5m", cache_write: 6.25 },
      { kind: "cache_write_1h", cache_write: 10 },
      { kind: "cache_write_1h", cache_write: 20, above: 200_000 },
      { kind: "prompt_tokens_above", above: 200_000, input: 10, cached_input: 1 },
      { kind: "speed", value: "fast", factor: 2 },
      { kind: "service_tier", value: "batch", input: 2.5, output: 12.5 },
      { kind: "web_search", value: "low", per_1k: 10 },
      { kind: "time_band", value: "peak", band: { from_date: "2026-02-01T00:00:00Z", zone: "UTC", hours: ["01:00-04:00"] }, input: 7 },
    ],
  });
  const shown = prices.map(({ kind, condition, usd, unit }) => [kind, condition, usd, unit]);
  const [million, thousand] = ["1M tokens", "1K pieces"];
  expect(shown).toEqual([
    ["input", null, 5, million],
    ["output", null, 25, million],
    ["cache_read", null, 0.5, million],
    ["cache_write_5m", null, 6.25, million],
    ["cache_write_1h", null, 10, million],
    ["cache_write_1h", { kind: "prompt_tokens_above", above: 200_000 }, 20, million],
    ["web_search", { kind: "web_search", value: "low" }, 10, thousand],
    ["input", { kind: "prompt_tokens_above", above: 200_000 }, 10, million],
    ["cache_read", { kind: "prompt_tokens_above", above: 200_000 }, 1, million],
    ["input", { kind: "speed", value: "fast" }, 10, million],
    ["output", { kind: "speed", value: "fast" }, 50, million],
    ["cache_read", { kind: "speed", value: "fast" }, 1, million],
    ["cache_write_5m", { kind: "speed", value: "fast" }, 12.5, million],
    ["cache_write_1h", { kind: "speed", value: "fast" }, 20, million],
    ["input", { kind: "service_tier", value: "batch" }, 2.5, million],
    ["output", { kind: "service_tier", value: "batch" }, 12.5, million],
    ["input", { kind: "time_band", value: "peak", band: { zone: "UTC", hours: ["01:00-04:00"] } }, 7, million],
  ]);
  expect(prices.at(-1)?.from).toBe(Date.UTC(2026, 1, 1));
});

/** A history: which days were captured, and for how many captures each price held; null is no price. */
const histories = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 25 }).map((days) => days.toSorted((a, b) => a - b)),
  lives: fc.array(fc.record({ captures: fc.integer({ min: 1, max: 6 }), input: fc.option(fc.constantFrom(1, 2, 3)) }), { minLength: 1 }),
  stated: fc.array(
    fc.record({ length: fc.integer({ min: 1, max: 9 }), gap: fc.integer({ min: 0, max: 4 }), input: fc.constantFrom(1, 2, 3) }),
  ),
});

function spansOf(days: readonly number[], lives: readonly { captures: number; input: number | null }[]): CapturedPrices[] {
  const spans: CapturedPrices[] = [];
  let position = 0;
  for (const { captures, input } of lives) {
    const last = Math.min(position + captures, days.length) - 1;
    if (position > last) break;
    spans.push(span(days[position] as number, last === days.length - 1 ? null : (days[last] as number), input));
    position = last + 1;
  }
  return spans;
}

function statedOf(parts: readonly { length: number; gap: number; input: number }[]): StatedPrice[] {
  let from = BEGIN - 40;
  return parts.map(({ length, gap, input }) => {
    from += gap;
    const begin = from;
    from += length;
    return {
      ...figures(input),
      source: "late-index",
      sourceUrl: null,
      from: begin * DAY_MS,
      to: from * DAY_MS,
      validatedAt: begin * DAY_MS,
    };
  });
}

test("rows are half-open, never overlap, leave no gap between captures of a step, and give each capture its price", () => {
  fc.assert(
    fc.property(histories, ({ days, lives, stated }) => {
      const spans = spansOf(days, lives);
      const rows = rowsOf(spans, days, statedOf(stated));
      for (const kind of ["input", "output"] as const) {
        const own = rows.filter((row) => row.kind === kind);
        for (const [index, row] of own.entries()) {
          if (row.effective_to !== null) expect(row.effective_from < row.effective_to).toBe(true);
          expect(row.last_validated_at <= (row.effective_to ?? "9")).toBe(true);
          const before = own[index - 1];
          if (before) expect(before.effective_to !== null && before.effective_to <= row.effective_from).toBe(true);
        }
      }
      const priceOn = (moment: string) =>
        priceAt(rows, new Date(moment)).flatMap(({ kind, price_usd }) => (kind === "input" ? [price_usd] : []));
      for (const [index, day] of days.entries()) {
        const life = spans.find(({ firstDay, lastDay }) => firstDay <= BEGIN + day && BEGIN + day <= (lastDay ?? Infinity));
        const expected = life?.inputPrice == null ? [] : [life.inputPrice];
        expect(priceOn(at(day))).toEqual(expected);
        const next = days[index + 1];
        // Between two captures of a step the earlier price holds.
        if (next !== undefined && next - day <= 2) expect(priceOn(at(next, 6))).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
