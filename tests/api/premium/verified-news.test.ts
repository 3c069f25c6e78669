import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { addDays } from "@/lib/domain/basics/date-range";
import { SourceError } from "@/lib/sources/http/source";
import { clusterAt, degreesEmbedder } from "../../support/news/clusterable";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import type { FundedAccount } from "../../support/money/paid-calls";
import { request } from "../../support/server/request";
import { anArticle, storeNews } from "../../support/news/stored-articles";

let database: TestDatabase;
let payer: FundedAccount & { bearer: { Authorization: string } };
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate articles, sources, dataset_versions, text_vectors, news_cluster_days, news_clusters`);
  payer = await fundedToken(database.db, 3);
});

const today = new Date().toISOString().slice(0, 10);
const yesterday = addDays(today, -1);
const ask = (query: string, headers: Record<string, string> = payer.bearer) =>
  request(verifiedNews, `/api/premium/history/news/verified${query}`, { headers });

async function clusterStoryOn(day: string): Promise<void> {
  const articles = ["one.example", "two.example"].map((sourceDomain) =>
    anArticle({ title: "Halden ships Skua [0]", snippet: "", sourceDomain, publishedAt: new Date(`${day}T00:00:00Z`) }),
  );
  await storeNews(database.db, articles, new Date());
  await clusterAt(database.db, new Date());
}

describe("answers", () => {
  test("charges for a clustered day, even if no story passes the filter", async () => {
    await clusterStoryOn(yesterday);
    expect((await ask(`?date=${yesterday}&min_sources=2`)).body).toMatchObject({
      items: [{ source_count: 2 }],
      billing: { credits_charged: 1, credits_remaining: 2 },
    });
    expect((await ask(`?date=${yesterday}&min_sources=50`)).body).toMatchObject({
      items: [],
      days: [{ date: yesterday }],
      billing: { credits_charged: 1, credits_remaining: 1 },
    });
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("does not charge for a day that was never clustered", async () => {
    const { status, body } = await ask(`?date=${addDays(today, -9)}`);
    expect([status, body.items, body.days]).toEqual([200, [], []]);
    expect(body.billing).toMatchObject({ credits_charged: 0, credits_remaining: 3, no_charge_reason: "empty_result" });
  });

  test("answers yesterday without a charge before any clustering", async () => {
    expect((await ask("")).body).toMatchObject({
      ok: true,
      date: yesterday,
      items: [],
      method: { model: null, threshold: 0.82 },
      billing: { credits_charged: 0, no_charge_reason: "empty_result" },
    });
  });

  test("answers today as not final while only today is clustered", async () => {
    await clusterStoryOn(today);
    expect((await ask("?min_sources=2")).body).toMatchObject({ date: today, days: [{ is_final: false }], items: [{ date: today }] });
  });
});

describe("days that were grouped by words alone", () => {
  const noModel = { ...degreesEmbedder(), embed: () => Promise.reject(new SourceError("parse", "the model is not there")) };
  const storeStoryOn = (day: string): Promise<void> =>
    storeNews(
      database.db,
      ["one.example", "two.example"].map((sourceDomain) =>
        anArticle({ title: "Halden ships Skua [0]", snippet: "", sourceDomain, publishedAt: new Date(`${day}T00:00:00Z`) }),
      ),
      new Date(),
    );

  test("are refused as unverified, and nothing is charged", async () => {
    await storeStoryOn(yesterday);
    await clusterAt(database.db, new Date(), noModel);
    const { status, body, headers } = await ask(`?date=${yesterday}&min_sources=2`);
    expect([status, body.error, body.method, body.days]).toEqual([503, "upstream_failure", "lexical", [yesterday]]);
    expect(headers.get("retry-after")).toBe("3600");
    expect(body.billing).toMatchObject({ credits_charged: 0, credits_remaining: 3 });
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("say so in a range, which lists stories of the other days only", async () => {
    await clusterStoryOn(addDays(today, -2));
    await storeStoryOn(yesterday);
    await database.db.execute(sql`truncate text_vectors`);
    await clusterAt(database.db, new Date(), noModel);
    const { body } = await ask(`?from=${addDays(today, -2)}&to=${yesterday}&min_sources=2`);
    expect(body.days.map(({ date, method }: { date: string; method: string }) => [date, method])).toEqual([
      [yesterday, "lexical"],
      [addDays(today, -2), "embedding"],
    ]);
    expect(body.items.map(({ date }: { date: string }) => date)).toEqual([addDays(today, -2)]);
  });
});

describe("limits and refusals", () => {
  const days = (ago: number) => addDays(today, -ago);
  test.each([
    ["?date=2026-02-30", "invalid_date"],
    ["?date=yesterday", "invalid_date"],
    [`?date=${days(-1)}`, "invalid_date"],
    ["?from=2026-13-01&to=2026-05-09", "invalid_date_range"],
    ["?from=2026-05-09&to=9th", "invalid_date_range"],
    ["?from=2026-05-09&to=2026-05-08", "invalid_date_range"],
    [`?from=${days(30)}&to=${days(0)}`, "range_too_large"],
    ["?from=2026-05-09", "missing_params"],
    ["?to=2026-05-09", "missing_params"],
    [`?from=${days(3)}&to=${days(-1)}`, "invalid_parameter"],
    ["?date=2026-05-09&from=2026-05-08&to=2026-05-09", "invalid_parameter"],
    ["?min_sources=1", "invalid_parameter"],
    ["?min_sources=51", "invalid_parameter"],
    ["?min_sources=4.5", "invalid_parameter"],
    ["?min_sources=four", "invalid_parameter"],
    ["?date=2026-05-09&date=2026-05-08", "invalid_parameter"],
  ])("refuses %s with 400 %s, free of charge", async (query, error) => {
    const { status, body } = await ask(query);
    expect([status, body.error, body.billing]).toEqual([400, error, expect.objectContaining({ credits_charged: 0, credits_remaining: 3 })]);
    expect((await ask("?date=2026-02-30")).body.billing.credits_remaining).toBe(3);
  });

  test("states the limit with range_too_large, and the missing parameter with missing_params", async () => {
    expect((await ask(`?from=${days(30)}&to=${today}`)).body.limits).toEqual({ max_days: 30 });
    expect((await ask("?from=2026-05-09")).body.missing).toEqual(["to"]);
  });

  test("accepts thirty days", async () => {
    expect((await ask(`?from=${days(29)}&to=${today}`)).status).toBe(200);
  });

  test("answers 402 without a credential", async () => {
    expect((await ask("", {})).body).toMatchObject({ error: "payment_required", credits_required: 1, billing: { credits_charged: 0 } });
  });

  test("answers 401 for an unknown token", async () => {
    expect((await ask("", { Authorization: `Bearer aed_live_${"0".repeat(64)}` })).body).toMatchObject({
      error: "invalid_token",
      billing: { credits_charged: 0 },
    });
  });

  test("answers 500 without a charge when an answer breaks its own schema", async () => {
    await clusterStoryOn(yesterday);
    await database.db.execute(sql`update news_clusters set hero_url = 'not an address'`);
    const { status, body } = await ask(`?date=${yesterday}&min_sources=2`);
    expect([status, body.error, body.items]).toEqual([500, "schema_validation_failure", undefined]);
    expect(body.billing).toMatchObject({ credits_charged: 0, credits_remaining: 3 });
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });
});
