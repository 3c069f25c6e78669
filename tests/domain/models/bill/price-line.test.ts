import { describe, expect, test } from "vitest";
import type { BookCondition, BookKind, BookRow } from "@/lib/domain/history/price-book/book-row";
import { exactPrice, shownUsd } from "@/lib/domain/models/bill/exact-usd";
import { listedPrices } from "@/lib/domain/models/bill/choose-row";
import { priceLine } from "@/lib/domain/models/bill/price-line";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";

const ALWAYS = "2025-01-01T00:00:00.000Z";

const row = (kind: BookKind, price_usd: number, over: Partial<BookRow> = {}): BookRow => ({
  provider: "lab",
  model: "one",
  kind,
  condition: null,
  unit: kind === "web_search" || kind === "request" ? "1K pieces" : "1M tokens",
  price_usd,
  effective_from: ALWAYS,
  effective_to: null,
  last_validated_at: "2026-11-01T00:00:00.000Z",
  source: "lab",
  source_url: null,
  confidence: "captured",
  ...over,
});

const at = (from: string, to = from) => ({ from: Date.parse(from), to: Date.parse(to) });
const line = (quantities: UsageLine["quantities"], over: Partial<UsageLine> = {}): UsageLine => ({
  line: 1,
  model: "one",
  provider: "lab",
  ...at("2026-06-01T12:00:00Z"),
  quantities,
  prompt: { atMost: null, above: null },
  serviceTier: "standard",
  speed: null,
  geography: null,
  statedUsd: null,
  ...over,
});

function cost(rows: readonly BookRow[], usage: UsageLine) {
  const priced = priceLine(usage, listedPrices(rows));
  return { ...priced, usd: priced.cost === null ? null : shownUsd(priced.cost) };
}

const M = 1_000_000;

describe("exact dollars", () => {
  test("a token of $1.25 a million is $0.00000125, and a thousand million of them $1,250", () => {
    expect(shownUsd(exactPrice(1.25, "1M tokens"))).toBe(0.000_001_25);
    expect(shownUsd(exactPrice(1.25, "1M tokens") * 1_000_000_000n)).toBe(1250);
  });

  test("sums of what doubles cannot hold: a million times $0.1 a million and $0.2 a million is $0.3, to the last place", () => {
    expect(shownUsd((exactPrice(0.1, "1M tokens") + exactPrice(0.2, "1M tokens")) * 1_000_000n)).toBe(0.3);
  });

  test("a search of $10 a thousand is a cent", () => {
    expect(shownUsd(exactPrice(10, "1K pieces"))).toBe(0.01);
  });
});

describe("DeepSeek: flat until 2026-08-16T16:00Z, then twice the price in 01-04 and 06-10 UTC, from 2026-08-22T16:00Z not on Beijing's weekends", () => {
  const [BEGINS, WEEKENDS] = ["2026-08-16T16:00:00.000Z", "2026-08-22T16:00:00.000Z"];
  const hours = ["09:00-12:00", "14:00-18:00"];
  const peak = (weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri")[]): BookCondition => ({
    kind: "time_band",
    value: "peak",
    band: { zone: "Asia/Shanghai", hours, ...(weekdays ? { weekdays } : {}) },
  });
  const off: BookCondition = { kind: "time_band", value: "off_peak" };
  const pricesOf = (kind: BookKind, flat: number): BookRow[] => [
    row(kind, flat),
    row(kind, flat * 2, { condition: peak(), effective_from: BEGINS, effective_to: WEEKENDS }),
    row(kind, flat * 2, { condition: peak(["mon", "tue", "wed", "thu", "fri"]), effective_from: WEEKENDS }),
    row(kind, flat, { condition: off, effective_from: BEGINS }),
  ];
  const rows = [...pricesOf("input", 0.28), ...pricesOf("output", 0.42)];
  const usdAt = (from: string, to = from) => cost(rows, line({ input: M, output: M }, at(from, to)));

  test.each([
    ["before the bands, at an hour that is dear later", "2026-08-14T02:00:00Z", 0.7],
    ["the moment at which they begin, an hour of no band", "2026-08-16T16:00:00Z", 0.7],
    ["Monday 01:00 UTC, at which the first band begins", "2026-08-17T01:00:00Z", 1.4],
    ["a minute before it", "2026-08-17T00:59:00Z", 0.7],
    ["04:00, at which it has ended", "2026-08-17T04:00:00Z", 0.7],
    ["06:00, the second band", "2026-08-17T06:00:00Z", 1.4],
    ["10:00, at which it has ended", "2026-08-17T10:00:00Z", 0.7],
    ["Saturday of Beijing, before weekends are spared", "2026-08-22T02:00:00Z", 1.4],
    ["Sunday of Beijing, once they are", "2026-08-23T02:00:00Z", 0.7],
    ["Monday of Beijing after it", "2026-08-24T02:00:00Z", 1.4],
    ["Saturday of Beijing a week later", "2026-08-29T02:00:00Z", 0.7],
  ])("%s", (_, instant, usd) => {
    expect(usdAt(instant)).toMatchObject({ usd, notCounted: [] });
  });

  test("a day with both prices leaves the hours open; a Saturday in UTC, all of it of Beijing's weekend, does not", () => {
    expect(usdAt("2026-08-25T00:00:00Z", "2026-08-26T00:00:00Z")).toMatchObject({ usd: 0.7, notCounted: ["time_band"] });
    expect(usdAt("2026-08-29T00:00:00Z", "2026-08-30T00:00:00Z")).toMatchObject({ usd: 0.7, notCounted: [] });
    expect(usdAt("2026-08-25T01:00:00Z", "2026-08-25T04:00:00Z")).toMatchObject({ usd: 1.4, notCounted: [] });
    expect(usdAt("2026-08-01T00:00:00Z", "2026-09-01T00:00:00Z").notCounted).toEqual(["price_change"]);
    expect(usdAt("2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z").notCounted).toEqual(["time_band"]);
  });
});

describe("a long-context cliff over the whole request", () => {
  const above: BookCondition = { kind: "prompt_tokens_above", above: 200_000 };
  const rows = [row("input", 3), row("output", 15), row("input", 6, { condition: above }), row("output", 22.5, { condition: above })];
  const request = (input: number, prompt: UsageLine["prompt"]) => cost(rows, line({ input, output: 1000 }, { prompt }));

  test("200,000 tokens are 0.6 + 0.015, one more is 1.200006 + 0.0225: all of it at the dearer price", () => {
    expect(request(200_000, { atMost: 200_000, above: 199_999 })).toMatchObject({ usd: 0.615, notCounted: [] });
    expect(request(200_001, { atMost: 200_001, above: 200_000 })).toMatchObject({ usd: 1.222_506, notCounted: [] });
  });

  test("several requests that together are short cannot have crossed it; that together are long may have", () => {
    expect(request(150_000, { atMost: 150_000, above: null })).toMatchObject({ usd: 0.465, notCounted: [] });
    expect(request(M, { atMost: M, above: null })).toMatchObject({ usd: 3.015, notCounted: ["prompt_tokens_above"] });
  });

  test("an export that says the length of its prompts decides it", () => {
    expect(request(M, { atMost: 200_000, above: null })).toMatchObject({ usd: 3.015, notCounted: [] });
    expect(request(M, { atMost: M, above: 200_000 })).toMatchObject({ usd: 6.0225, notCounted: [] });
  });
});

describe("caches and tiers", () => {
  const batch: BookCondition = { kind: "service_tier", value: "batch" };
  const anthropic = [
    row("input", 5),
    row("output", 25),
    row("cache_read", 0.5),
    row("cache_write_5m", 6.25),
    row("cache_write_1h", 10),
    row("web_search", 10),
    row("input", 2.5, { condition: batch }),
    row("output", 12.5, { condition: batch }),
  ];

  test("writes of five minutes and of an hour: 0.4M × 6.25 + 0.6M × 10 + 2M × 0.5 = 2.5 + 6 + 1 = 9.5", () => {
    expect(cost(anthropic, line({ cache_write_5m: 400_000, cache_write_1h: 600_000, cache_read: 2 * M }))).toMatchObject({ usd: 9.5, assumed: [] });
  });

  test("a write that does not say how long it lasts is assumed to be one of five minutes", () => {
    expect(cost(anthropic, line({ cache_write: M }))).toMatchObject({ usd: 6.25, assumed: ["cache_write_5m"] });
  });

  test("a batch halves tokens, not searches: 1M × 2.5 + 0.1M × 12.5 + 100 × 0.01 = 2.5 + 1.25 + 1 = 4.75", () => {
    expect(cost(anthropic, line({ input: M, output: 100_000, web_search: 100 }, { serviceTier: "batch" }))).toMatchObject({ usd: 4.75, notCounted: [] });
  });

  test("a tier that the book lacks is left open, at the list price", () => {
    expect(cost(anthropic, line({ input: M }, { serviceTier: "priority" }))).toMatchObject({ usd: 5, notCounted: ["service_tier"] });
    expect(cost(anthropic, line({ cache_read: M }, { serviceTier: "batch" }))).toMatchObject({ usd: 0.5, notCounted: ["service_tier"] });
  });

  test("a kind without a price leaves the whole line without one", () => {
    expect(cost(anthropic, line({ input: M, audio_input: 5 }))).toMatchObject({ usd: null, confidence: "captured" });
    expect(cost([row("input", 0), row("output", 0)], line({ input: M, cache_read: M }))).toMatchObject({ usd: 0 });
  });

  test("searches of several sizes have one price only where all cost the same", () => {
    const size = (value: string, usd: number) => row("web_search", usd, { condition: { kind: "web_search", value } });
    expect(cost([size("low", 25), size("high", 25)], line({ web_search: 1000 }))).toMatchObject({ usd: 25, notCounted: [] });
    expect(cost([size("low", 25), size("high", 30)], line({ web_search: 1000 }))).toMatchObject({ usd: null, notCounted: ["web_search"] });
  });

  test("thinking and requests are charged where they have a price", () => {
    const usage = line({ output: M, thinking_output: 250_000, request: 1000 });
    expect(cost([row("output", 4)], usage)).toMatchObject({ usd: 4 });
    expect(cost([row("output", 4), row("thinking_output", 8), row("request", 5)], usage)).toMatchObject({ usd: 3 + 2 + 5 });
    expect(cost([row("output", 4), row("thinking_output", 8), row("request", 5)], line({ output: M })).notCounted).toEqual(["per_request", "thinking_output"]);
  });
});

describe("GPT-5.6 Sol, from $5 and $30 to $4 and $20 on 2026-08-21", () => {
  const CHANGE = "2026-08-21T00:00:00.000Z";
  const rows = [
    row("input", 5, { effective_to: CHANGE, confidence: "published" }),
    row("output", 30, { effective_to: CHANGE, confidence: "published" }),
    row("input", 4, { effective_from: CHANGE }),
    row("output", 20, { effective_from: CHANGE }),
  ];
  const usage = (from: string, to = from) => cost(rows, line({ input: M, output: 100_000 }, at(from, to)));

  test("the last moment before it costs 5 + 3, the first of it 4 + 2", () => {
    expect(usage("2026-08-20T23:59:59.999Z")).toMatchObject({ usd: 8, confidence: "published", notCounted: [] });
    expect(usage(CHANGE)).toMatchObject({ usd: 6, confidence: "captured", notCounted: [] });
  });

  test("days on either side are sure, a month across it says so", () => {
    expect(usage("2026-08-20T00:00:00Z", CHANGE)).toMatchObject({ usd: 8, notCounted: [] });
    expect(usage("2026-08-01T00:00:00Z", "2026-09-01T00:00:00Z")).toMatchObject({ usd: 8, notCounted: ["price_change"] });
  });

  test("before the first row nothing is covered; a month in which it begins is charged at it, and says so", () => {
    expect(usage("2024-12-31T23:59:59Z")).toMatchObject({ usd: null, confidence: null });
    const later = rows.map((one) => (one.effective_from === ALWAYS ? { ...one, effective_from: "2025-01-10T06:00:00.000Z" } : one));
    const month = line({ input: M, output: 100_000 }, at("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z"));
    expect(cost(later, month)).toMatchObject({ usd: 8, notCounted: ["price_change"] });
  });
});
