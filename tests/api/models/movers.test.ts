import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveRetirements, type RetirementRow } from "@/db/queries/models/retirements";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listDifferencesBetween } from "@/db/queries/history/listing-differences";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { modelFeed } from "@/lib/endpoints/feeds/models/[file]";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { archive } from "@/lib/endpoints/models/archive";
import { movers } from "@/lib/endpoints/models/movers";
import { captureDay, captureTimeOf, daysAgo, minutesBefore } from "../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus, storeListings } from "../../support/history/daily-world";
import { aListing } from "../../support/models/model-facts";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;

const gpt = (modelId: string, over: Partial<ModelListing> = {}): ModelListing =>
  aListing({ providerId: "openai", modelId, makerId: "openai", name: modelId, inputPrice: 10, outputPrice: 30, ...over });
const llama = (providerId: string, price: number): ModelListing =>
  aListing({
    providerId,
    modelId: "llama-9-70b",
    makerId: "meta",
    name: "Llama 9 70B",
    isMakersListing: false,
    inputPrice: price,
    outputPrice: price,
  });
const grok = (number: number): ModelListing =>
  aListing({ providerId: "xai", modelId: `grok-${number}`, makerId: "xai", name: `Grok ${number}`, inputPrice: 3, outputPrice: 15 });

/** Listings of a captured day; what is not named any more is gone. */
async function capture(date: string, listings: readonly ModelListing[]): Promise<void> {
  const at = captureTimeOf(date);
  await database.db.execute(sql`delete from model_listings`);
  await storeListings(database.db, listings, minutesBefore(at, 10));
  await captureDay(database.db, date, at);
}

const FIRST = [
  opus(),
  hostedOpus(),
  gpt("gpt-old"),
  gpt("gpt-old-0613"),
  gpt("gpt-9"),
  gpt("gpt-unit", { inputPrice: 0.1, outputPrice: 0.3 }),
  gpt("gpt-later", { inputPrice: null, outputPrice: null }),
  llama("groq", 1),
  llama("together", 1),
  llama("fireworks", 1),
  llama("deepinfra", 1),
  ...[1, 2, 3].map(grok),
];

/** Prices fall at a maker and its host, and at one of three hosts; a figure tenfold off is mended. */
const SECOND = [
  opus({ inputPrice: 2.5, outputPrice: 12.5 }),
  hostedOpus({ inputPrice: 2.5, outputPrice: 12.5 }),
  gpt("gpt-9", { inputPrice: 12, outputPrice: 30 }),
  gpt("gpt-unit", { inputPrice: 1, outputPrice: 3 }),
  gpt("gpt-later", { inputPrice: 1, outputPrice: 3 }),
  llama("groq", 0.2),
  llama("together", 1),
  llama("fireworks", 1),
];

const END: Omit<RetirementRow, "host" | "model" | "modelKey"> = {
  state: "deprecated",
  announcedOn: daysAgo(60),
  retiresOn: daysAgo(6),
  precision: "exact",
  after: null,
  reroutedTo: null,
  replacement: "gpt-9",
  options: [],
  page: "https://example.org/deprecations",
  source: "openai",
  standing: "own",
  firstSeenAt: new Date("2026-01-01T00:00:00Z"),
  lastSeenAt: new Date("2026-01-01T00:00:00Z"),
  movedFrom: [],
};

beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}, retirements, retirement_statements`));
  const retired = ["gpt-old", "gpt-old-0613"].map((model) => ({ host: "openai", model, modelKey: model, ...END }));
  await saveRetirements(database.db, retired);
  for (const day of [9, 8, 7]) await capture(daysAgo(day), FIRST);
  for (const day of [5, 4, 3]) await capture(daysAgo(day), SECOND);
  await recordSourceOutcomes(database.db, [
    { source: "models/models.dev", dataset: "models", at: new Date(), fault: null },
    { source: "retirements/openai", dataset: "retirements", at: new Date(), fault: null },
  ]);
  forgetPrepared();
});
afterAll(() => database.close());

const moved = async (query = "") => (await request(movers, `/api/models/movers${query}`)).body as Answer;

interface Answer {
  window: object;
  movers: { model_id: string; change_pct: number; moved_by: string; others: { model_id: string }[] }[];
  zero_prices: object[];
  left_out: object;
  notes: string[];
}

const idsOf = ({ movers: rows }: Answer) => rows.map(({ model_id: id }) => id);

describe("GET /api/models/movers", () => {
  test("has one row for a cut at the maker and at hosts, and none for one host of three nor for a corrected figure", async () => {
    const answer = await moved();
    expect(answer.movers).toEqual([
      expect.objectContaining({
        model_id: "anthropic/claude-opus-4-5",
        from: { input: 5, output: 25 },
        to: { input: 2.5, output: 12.5 },
        change_pct: -50,
        changes: 1,
        changed_on: daysAgo(5),
        moved_by: "maker",
        sellers: 2,
        moved: 2,
        others: [expect.objectContaining({ model_id: "amazon-bedrock/anthropic.claude-opus-4-5", change_pct: -50 })],
        // Two prices that are ln 2 apart, on three days each: half of ln 2.
        volatility: 0.346574,
        compared_days: 6,
        source: "models.dev",
      }),
      expect.objectContaining({ model_id: "openai/gpt-9", change_pct: 5, input_pct: 20, output_pct: 0 }),
    ]);
    expect(answer.left_out).toEqual({ corrections: 1, single_sellers: 1 });
  });

  test("says where its history is shorter than the window, and what zero or nothing became a price", async () => {
    const { window, notes, zero_prices: turns } = await moved();
    expect(window).toEqual({ days: 30, from: daysAgo(9), to: daysAgo(3), captured_days: 6, is_whole: false });
    expect(notes[0]).toContain(`captured since ${daysAgo(9)}`);
    expect(turns).toEqual([
      expect.objectContaining({ model_id: "openai/gpt-later", kind: "first_price", on: daysAgo(5), from: { input: null, output: null } }),
    ]);
  });

  test("finds what a single host changed by its provider or with hosts, where it is the largest", async () => {
    expect(idsOf(await moved("?include=hosts"))).toEqual(["groq/llama-9-70b", "anthropic/claude-opus-4-5", "openai/gpt-9"]);
    expect(idsOf(await moved("?provider=groq"))).toEqual(["groq/llama-9-70b"]);
    expect(idsOf(await moved("?provider=together"))).toEqual([]);
    expect(idsOf(await moved("?include=hosts&limit=1"))).toEqual(["groq/llama-9-70b"]);
  });

  test("compares a shorter window from its own first day", async () => {
    const { window, movers: rows } = await moved("?days=2");
    expect([window, rows]).toEqual([{ days: 2, from: daysAgo(5), to: daysAgo(3), captured_days: 3, is_whole: true }, []]);
  });

  test("agrees with the series of prices and with the differences of the days", async () => {
    const { body } = await request(
      pricingSeries,
      `/api/history/pricing/series?model=anthropic/claude-opus-4-5&from=${daysAgo(9)}&to=${daysAgo(3)}`,
    );
    expect(body.summary).toMatchObject({ delta_pct_blended: -50, changes_detected: 1 });
    const { after } = await listDifferencesBetween(database.db, daysAgo(7), daysAgo(5));
    expect(after.map(({ modelId }) => modelId)).toEqual(expect.arrayContaining(["claude-opus-4-5", "gpt-9"]));
  });

  test("refuses what it does not know", async () => {
    for (const query of ["?days=0", "?days=400", "?sort=size", "?provider=nobody", "?include=all"]) {
      expect((await request(movers, `/api/models/movers${query}`)).status, query).toBe(400);
    }
  });
});

describe("GET /api/models/archive", () => {
  test("has the model that went once, with its snapshot, its last price, its days, its announced end and its successor", async () => {
    const { body } = await request(archive, "/api/models/archive");
    expect(body.archive).toEqual([
      {
        model: "gpt-old",
        model_id: "openai/gpt-old",
        also: ["openai/gpt-old-0613"],
        provider: "OpenAI",
        maker: "openai",
        why: "retired",
        gone_since: daysAgo(6),
        first_seen: daysAgo(9),
        was_first_seen_at_start: true,
        last_seen: daysAgo(7),
        last_price: { input: 10, output: 30 },
        last_price_on: daysAgo(7),
        source: "models.dev",
        successor: {
          models: ["openai/gpt-9"],
          labels: ["GPT-9"],
          named_by: "openai",
          rerouted_to: null,
          source_url: "https://example.org/deprecations",
        },
        still_sold_at: [],
      },
    ]);
  });

  test("says that a source lost a seller, and counts none of its models as gone", async () => {
    const { body } = await request(archive, "/api/models/archive?include=hosts");
    const { source_gaps: gaps, archive: rows } = body as { source_gaps: object[]; archive: { model_id: string }[] };
    expect(gaps).toEqual([
      { provider: "xai", source: "models.dev", why: "seller_missing", last_seen: daysAgo(7), listings: 3, fault: null },
    ]);
    expect(rows.map(({ model_id: id }) => id)).toEqual(["deepinfra/llama-9-70b", "openai/gpt-old"]);
  });

  test("says why a host's listing is gone, since when, and who sells its model still", async () => {
    const { body } = await request(archive, "/api/models/archive?include=hosts&why=not_listed");
    expect(body.archive).toEqual([
      expect.objectContaining({
        model_id: "deepinfra/llama-9-70b",
        maker: "meta",
        gone_since: daysAgo(5),
        last_seen: daysAgo(7),
        successor: null,
        still_sold_at: ["fireworks/llama-9-70b", "groq/llama-9-70b", "together/llama-9-70b"],
      }),
    ]);
  });

  test("counts no listing as gone whose list was not read since, but one that its host has retired", async () => {
    const readAt = (at: Date) => {
      forgetPrepared();
      return recordSourceOutcomes(database.db, [{ source: "models/models.dev", dataset: "models", at, fault: null }]);
    };
    await database.db.execute(sql`delete from sources where id = 'models/models.dev'`);
    await readAt(captureTimeOf(daysAgo(7)));
    const { body } = await request(archive, "/api/models/archive?include=hosts");
    await readAt(new Date());
    const { source_gaps: gaps, archive: rows } = body as { source_gaps: object[]; archive: { model_id: string }[] };
    expect(rows.map(({ model_id: id }) => id)).toEqual(["openai/gpt-old"]);
    expect(gaps).toEqual([
      expect.objectContaining({ provider: "deepinfra", why: "source_not_read", last_seen: daysAgo(7), listings: 1 }),
      expect.objectContaining({ provider: "xai", why: "seller_missing" }),
    ]);
  });
});

describe("GET /api/feeds/models/{file}", () => {
  const feed = async (file: string) => (await request(modelFeed, `/api/feeds/models/${file}`, { params: { file } })).text;

  test("lists moves and the archive in both formats", async () => {
    const { items } = JSON.parse(await feed("movers.json")) as { items: { id: string; title: string }[] };
    expect(items.map(({ title }) => title)).toEqual([
      "Price of Claude Opus 4.5 of Anthropic: input from $5.00 to $2.50, output from $25.00 to $12.50 per 1M tokens",
      "Price of GPT-9 of OpenAI: input from $10.00 to $12.00 per 1M tokens",
    ]);
    expect(items[0]?.id).toBe(`move/anthropic/claude-opus-4-5/${daysAgo(5)}`);
    const text = await feed("archive.xml");
    expect(text).toContain(
      "gpt-old of OpenAI was retired, last price input $10.00, output $30.00 per 1M tokens; OpenAI names openai/gpt-9 instead",
    );
    expect(text).toContain(`archive/openai/gpt-old/${daysAgo(6)}`);
  });
});
