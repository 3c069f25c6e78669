import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { priceBook } from "@/lib/endpoints/history/prices/book";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/call/serve";
import { LlmPrices, PriceBook } from "@/lib/schemas/history/price-book";
import { storePriceBook } from "@/lib/ingest/history/store-price-book";
import { captureDay, daysAgo, minutesBefore, momentOf, today } from "../../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus, readEverything, storeListings } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { forgetPrepared, request } from "../../../support/server/request";

let database: TestDatabase;
const OPUS = { provider: "anthropic", model: "claude-opus-4-5" };
const LISTINGS = ["anthropic/claude-opus-4-5", "amazon-bedrock/anthropic.claude-opus-4-5"];

const readTimeOf = (date: string): Date => minutesBefore(momentOf(date), 1);

async function capturePrices(date: string, own: [number, number], hosted: [number, number], cached: number | null = null): Promise<void> {
  const { db } = database;
  await readEverything(db, readTimeOf(date));
  await storeListings(
    db,
    [
      opus({
        inputPrice: own[0],
        outputPrice: own[1],
        cachedInputPrice: cached,
        priceConditions: [{ kind: "cache_write_1h", cache_write: own[0] * 2, source: "litellm" }],
      }),
      hostedOpus({ inputPrice: hosted[0], outputPrice: hosted[1] }),
    ],
    readTimeOf(date),
  );
  await captureDay(db, date);
}

beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await capturePrices(daysAgo(6), [6, 30], [6, 30]);
  await capturePrices(daysAgo(5), [6, 30], [7, 30], 0.6);
  await capturePrices(daysAgo(4), [5, 25], [7, 30], 0.5);
  await capturePrices(daysAgo(3), [5, 25], [6, 30], 0.5);
  await capturePrices(daysAgo(2), [6, 25], [6, 30], 0.5);
  await capturePrices(daysAgo(1), [5, 25], [6, 30], 0.5);
});
beforeEach(forgetPrepared);
afterAll(() => database.close());

async function fileOf(format: string): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await serve(createEndpointTable([priceBook])).GET(new Request(`http://test.local${priceBook.path}?format=${format}`));
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

async function rowsOfBook(): Promise<BookRow[]> {
  const { bytes } = await fileOf("jsonl");
  return bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as BookRow);
}

test("before the job has run the book is said not to be there yet", async () => {
  const { status, body, headers } = await request(priceBook);
  expect([status, body.error, headers.get("retry-after")]).toEqual([503, "unavailable", "300"]);
});

describe("GET /api/history/prices/book", () => {
  beforeAll(async () => {
    await storePriceBook(database.db, new Date());
  });

  test("has the rows of every listing, their conditions and their half-open days", async () => {
    const own = (await rowsOfBook()).filter(({ provider, model }) => provider === OPUS.provider && model === OPUS.model);
    const captured = own.filter(({ confidence }) => confidence === "captured");
    const shown = captured.filter(({ kind }) => kind === "input").map((row) => [row.price_usd, row.effective_from, row.effective_to]);
    const [first, cut, rise, last] = [6, 4, 2, 1].map((days) => readTimeOf(daysAgo(days)).toISOString());
    expect(shown).toEqual([
      [6, first, cut],
      [5, cut, rise],
      [6, rise, last],
      [5, last, null],
    ]);
    expect(captured.filter(({ kind }) => kind === "cache_write_1h").map(({ price_usd }) => price_usd)).toEqual([12, 10, 12, 10]);
    expect(captured.at(-1)).toMatchObject({ unit: "1M tokens", condition: null, last_validated_at: last });
  });

  test.each(LISTINGS)("the changes of %s are those of its series", async (name) => {
    const [provider = "", model = ""] = name.split("/");
    const rows = (await rowsOfBook()).filter((row) => row.provider === provider && row.model === model);
    const { body } = await request(pricingSeries, `/api/history/pricing/series?model=${name}&from=${daysAgo(6)}&to=${today()}`);
    expect(body.points).toHaveLength(6);
    const ofDay = (date: string, kind: string) =>
      priceAt(rows, readTimeOf(date)).find((row) => row.kind === kind && row.condition === null)?.price_usd;
    const points = body.points.map(({ date }: { date: string }) => ({ date, input: ofDay(date, "input"), output: ofDay(date, "output") }));
    expect(points).toEqual(body.points.map(({ date, input, output }: Record<string, unknown>) => ({ date, input, output })));
    const own = rows.filter((row) => row.condition === null && row.confidence === "captured");
    const starts = new Set(own.filter(({ kind }) => kind === "input" || kind === "output").map((row) => row.effective_from));
    expect(starts.size - 1).toBe(body.summary.changes_detected);
  });

  test("is the same in every format", async () => {
    const rows = await rowsOfBook();
    const json = await fileOf("json");
    expect(json.type).toBe("application/json; charset=utf-8");
    const document = JSON.parse(json.bytes.toString());
    expect(PriceBook.safeParse(document).error).toBeUndefined();
    expect(document).toMatchObject({ schema_version: 1, count: rows.length, as_of: readTimeOf(daysAgo(1)).toISOString() });
    expect(document.prices).toEqual(rows);
    const csv = parse((await fileOf("csv")).bytes.toString(), { columns: true }) as Record<string, string>[];
    const text = (value: unknown): string => (value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));
    expect(csv.slice(0, 500)).toEqual(
      rows.slice(0, 500).map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]))),
    );
    const parquet = await parquetReadObjects({ file: Uint8Array.from((await fileOf("parquet")).bytes).buffer });
    expect(parquet).toHaveLength(rows.length);
    const { provider, price_usd, effective_from } = rows.at(-1) as BookRow;
    expect(parquet.at(-1)).toMatchObject({ provider, price_usd, effective_from: new Date(effective_from) });
  });

  test("has the shape of llm-prices", async () => {
    const { prices } = LlmPrices.parse(JSON.parse((await fileOf("llm-prices")).bytes.toString()));
    const own = prices.filter((entry) => entry.vendor === "anthropic" && entry.id === OPUS.model);
    expect(own.at(-1)).toEqual({
      id: OPUS.model,
      vendor: "anthropic",
      name: "Claude Opus 4.5",
      input: 5,
      output: 25,
      input_cached: 0.5,
      from_date: readTimeOf(daysAgo(1)).toISOString().slice(0, 10),
      to_date: null,
    });
  });

  test("keeps its ETag until a day is captured, and answers 304 to a reader who has it", async () => {
    const { headers } = await request(priceBook);
    const etag = headers.get("etag") ?? "";
    await storePriceBook(database.db, new Date());
    const again = await request(priceBook, priceBook.path, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    expect((await request(priceBook, `${priceBook.path}?format=csv`)).headers.get("etag")).not.toBe(etag);
  });

  test("refuses a format that it does not have", async () => {
    const { status, body } = await request(priceBook, `${priceBook.path}?format=xml`);
    expect([status, body.error]).toEqual([400, "invalid_parameter"]);
  });
});

describe("GET /api/history/prices/at", () => {
  const ask = (query: string) => request(priceAtMoment, `${priceAtMoment.path}?${query}`);

  test("says the price of a moment with its source, its days and every condition", async () => {
    const at = new Date(readTimeOf(daysAgo(4)).getTime() + 3_600_000).toISOString();
    const { status, body } = await ask(`model=Claude+Opus+4.5&at=${at}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: "Claude Opus 4.5",
      model_id: "anthropic/claude-opus-4-5",
      at,
      covered: true,
      gap: null,
      input: 5,
      output: 25,
      confidence: "captured",
      effective_from: readTimeOf(daysAgo(4)).toISOString(),
      effective_to: readTimeOf(daysAgo(2)).toISOString(),
      last_validated_at: readTimeOf(daysAgo(3)).toISOString(),
    });
    expect(body.prices.map(({ kind }: BookRow) => kind)).toEqual(["input", "output", "cache_read", "cache_write_1h"]);
  });

  test("lists every price up to the moment with its days, the newest first", async () => {
    const { body } = await ask("model=anthropic/claude-opus-4-5");
    const prices = body.course.map(({ input, output }: { input: number; output: number }) => [input, output]);
    expect(prices).toEqual([
      [5, 25],
      [6, 25],
      [5, 25],
      [6, 30],
      // Dated by a source, before the first reading.
      [5, 25],
    ]);
    expect(body.course.map(({ effective_from: from }: { effective_from: string }) => from).at(-1)).toBe(body.covered_from);
    const before = new Date(readTimeOf(daysAgo(4)).getTime() + 3_600_000).toISOString();
    expect((await ask(`model=anthropic/claude-opus-4-5&at=${before}`)).body.course).toHaveLength(3);
  });

  test("is now without a moment, and of a host where one is named", async () => {
    expect((await ask("model=claude-opus-4-5")).body).toMatchObject({ covered: true, input: 5, effective_to: null });
    expect((await ask("model=Anthropic/claude-opus-4-5&provider=anthropic")).body).toMatchObject({ covered: true, input: 5 });
    expect((await ask("model=claude-opus-4-5&provider=Amazon+Bedrock")).body).toMatchObject({
      model_id: "amazon-bedrock/anthropic.claude-opus-4-5",
      input: 6,
    });
  });

  test.each([
    ["before anybody read it", "model=claude-opus-4-5&at=2020-01-01", "before_first_price"],
    ["tomorrow", `model=claude-opus-4-5&at=${daysAgo(-1)}`, "in_future"],
    ["of a model that there is not", "model=no-such-model&at=2026-01-01", "unknown_model"],
  ])("does not guess the price %s", async (_, query, gap) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ covered: false, gap, input: null, output: null, prices: [] });
  });

  test.each(["2026-02-30", "yesterday", "2026-08-20T12:00:00", "0000-01-01T00:00:00+14:00", "1e9"])(
    "refuses %s as a moment",
    async (at) => {
      const { status, body } = await ask(`model=claude-opus-4-5&at=${encodeURIComponent(at)}`);
      expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", "at"]);
    },
  );
});
