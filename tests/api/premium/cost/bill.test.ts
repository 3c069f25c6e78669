import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import { captureDay, daysAgo, minutesBefore, momentOf } from "../../../support/history/captured-days";
import { EMPTIED, opus, readEverything, storeListings } from "../../../support/history/daily-world";
import { aListing } from "../../../support/models/model-facts";
import { faultsOfLedger } from "../../../support/money/money";
import { premiumCall } from "../../../support/money/premium-call";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";

let database: TestDatabase;
const CAPTURED = daysAgo(2);

beforeAll(async () => {
  database = await useTestDatabase();
  const { db } = database;
  await db.execute(sql.raw(`truncate ${EMPTIED}`));
  const readAt = minutesBefore(momentOf(CAPTURED), 1);
  const batch = { kind: "service_tier", value: "batch", input: 2.5, output: 12.5, source: "litellm" } as const;
  const searches = { kind: "web_search", per_1k: 10, source: "litellm" } as const;
  const long = { kind: "cache_write_1h", cache_write: 10, source: "litellm" } as const;
  await readEverything(db, readAt);
  await storeListings(
    db,
    [
      opus({ inputPrice: 5, outputPrice: 25, cachedInputPrice: 0.5, priceConditions: [batch, searches, long] }),
      aListing({ providerId: "openai", modelId: "gpt-5.6-sol", makerId: "openai", name: "GPT-5.6 Sol", inputPrice: 4, outputPrice: 20 }),
    ],
    readAt,
  );
  await captureDay(db, CAPTURED);
});
afterAll(() => database.close());

const bill = (body: unknown, query: Record<string, string> = {}) =>
  premiumCall(database.db, costBill, query, {}, typeof body === "string" ? body : JSON.stringify(body));
const YESTERDAY = daysAgo(1);

test("GPT-5.6 Sol costs $5 and $30 until 2026-08-21 and $4 and $20 from then on, by dated prices of a public list", async () => {
  const usage = { model: "gpt-5.6-sol", input: 100_000, output: 10_000, requests: 1 };
  const { status, body, spent } = await bill({
    lines: [
      { ...usage, at: "2026-08-20T23:59:59Z" },
      { ...usage, at: "2026-08-21T00:00:00Z" },
    ],
  });
  expect([status, spent]).toEqual([200, 1]);
  expect(body.lines.map(({ usd, confidence }: { usd: number; confidence: string }) => [usd, confidence])).toEqual([
    [0.8, "published"],
    [0.6, "published"],
  ]);
  expect(body.by_month).toEqual([{ month: "2026-08", lines: 2, priced: 2, usd: 1.4 }]);
  expect(body.by_model).toEqual([expect.objectContaining({ model_id: "openai/gpt-5.6-sol", usd: 1.4 })]);
  expect(body.readings[body.lines[0].charges[0].reading]).toMatchObject({
    rule: "list_price",
    price_usd: 5,
    effective_to: "2026-08-21T00:00:00.000Z",
    source_url: expect.stringContaining("https://"),
  });
});

describe("a bill of what was captured", () => {
  const lines = [
    {
      model: "claude-opus-4-5",
      provider: "anthropic",
      at: YESTERDAY,
      input: 1_000_000,
      output: 100_000,
      web_search: 100,
      service_tier: "batch",
    },
    { model: "claude-opus-4-5", at: YESTERDAY, cache_read: 2_000_000, cache_write_1h: 500_000, cost: 6.5 },
    { model: "no-such-model-9", at: YESTERDAY, input: 1 },
    { model: "claude-opus-4-5", at: "2019-01-01", input: 1 },
    { model: "claude-opus-4-5", at: "2099-01-01", input: 1 },
    { model: "claude-opus-4-5", at: YESTERDAY, audio_input: 1 },
  ];

  test("a batch does not discount searches; caches of an hour have their price; what has none says why", async () => {
    const { body } = await bill({ lines });
    expect(body.lines.map(({ usd, reason }: { usd: number | null; reason?: string }) => [usd, reason])).toEqual([
      [4.75, undefined],
      [6, undefined],
      [null, "model_not_found"],
      [null, "not_covered"],
      [null, "in_future"],
      [null, "no_price_of_kind"],
    ]);
    expect(body.total).toEqual({ lines: 6, priced: 2, usd: 10.75, stated_usd: 6.5, difference_usd: 0.5 });
    expect(body.lines[0]).toMatchObject({ model_id: "anthropic/claude-opus-4-5", confidence: "captured", not_counted: [] });
  });

  test("as a table: a row for each charge, and one for a line without any", async () => {
    const { body } = await bill({ lines }, { format: "csv" });
    expect([body.lines, body.readings]).toEqual([undefined, undefined]);
    const rows = parse(body.csv as string, { columns: true }) as Record<string, string>[];
    expect(rows.map(({ line, kind, usd, rule, reason }) => [line, kind, usd, rule, reason])).toEqual([
      ["1", "input", "2.5", "service_tier", ""],
      ["1", "output", "1.25", "service_tier", ""],
      ["1", "web_search", "1", "list_price", ""],
      ["2", "cache_read", "1", "list_price", ""],
      ["2", "cache_write_1h", "5", "list_price", ""],
      ["3", "", "", "", "model_not_found"],
      ["4", "", "", "", "not_covered"],
      ["5", "", "", "", "in_future"],
      ["6", "audio_input", "", "", "no_price_of_kind"],
    ]);
  });

  test("an export as it comes, with what is not known of it", async () => {
    const table = `model_version,usage_date_utc,usage_input_tokens_no_cache,usage_output_tokens,mood\nclaude-opus-4-5,${YESTERDAY},1000000,0,good\n`;
    const { body, spent } = await bill(table);
    expect([spent, body.read, body.total.usd]).toEqual([
      1,
      { format: "anthropic", format_name: "Anthropic's usage export", ignored: ["mood"], left_out: [] },
      5,
    ]);
  });

  test("nothing is charged where no line has a price", async () => {
    const { status, body, spent } = await bill({ lines: lines.slice(2) });
    expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
  });
});

describe("uncharged refusals", () => {
  const many = { lines: Array.from({ length: MOST_LINES + 1 }, () => ({ model: "m", at: YESTERDAY, input: 1 })) };
  const models = { lines: Array.from({ length: 101 }, (_, index) => ({ model: `m-${index}`, at: YESTERDAY, input: 1 })) };
  test.each([
    ["nothing", "", 400, "no_lines"],
    ["a sentence", "what did it cost?", 400, "no_lines"],
    ["half of a JSON", '{"lines": [', 400, "not_readable"],
    [
      "amounts without tokens",
      readFileSync(new URL("../../../fixtures/usage/openai-costs-api.json", import.meta.url), "utf8"),
      400,
      "no_lines",
    ],
    ["too many lines", JSON.stringify(many), 400, "too_many_lines"],
    ["too many models", JSON.stringify(models), 400, "too_many_models"],
  ])("%s", async (_, text, status, reason) => {
    const answer = await bill(text);
    expect([answer.status, answer.body.error, answer.body.reason, answer.spent]).toEqual([status, "invalid_request_body", reason, 0]);
  });

  test("more than a megabyte, and text that is none", async () => {
    const long = await bill(`model,at,input\n${"x".repeat(1024 * 1024)}`);
    expect([long.status, long.body.error, long.spent]).toEqual([413, "payload_too_large", 0]);
    const control = await bill("model,at,input\nm\u0000,2026-01-01,1");
    expect([control.status, control.body.error, control.spent]).toEqual([400, "malformed_request", 0]);
    const unknown = await bill({ lines: [] }, { fromat: "csv" });
    expect([unknown.status, unknown.body.error, unknown.spent]).toEqual([400, "unknown_parameter", 0]);
  });
});

test("a thousand lines are priced, each on its own", async () => {
  const instant = (index: number): string => new Date(Date.UTC(2026, 7, 1, 0, index)).toISOString();
  const usage = Array.from({ length: MOST_LINES }, (_, index) =>
    index % 2 === 0
      ? { model: "claude-opus-4-5", at: YESTERDAY, input: index }
      : { model: "gpt-5.6-sol", at: instant(index), input: 1_000_000, requests: 10 },
  );
  const { body, spent } = await bill({ lines: usage.slice(1) });
  expect([spent, body.lines.length, body.total.priced]).toEqual([1, MOST_LINES - 1, MOST_LINES - 1]);
  expect(body.readings).toHaveLength(2);
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
