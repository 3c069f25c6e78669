import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteModelListings, saveModelAliases } from "@/db/queries/models/models";
import { benchmarkSeries } from "@/lib/endpoints/history/benchmarks/series";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { captureDay, daysAgo, minutesBefore, momentOf, today } from "../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus, readEverything, storeListings, storeOpusScores, unpriced } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aListing } from "../../support/models/model-facts";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const prices = (query: string) => request(pricingSeries, `/api/history/pricing/series?${query}`);
const scores = (query: string) => request(benchmarkSeries, `/api/history/benchmarks/series?${query}`);

/** Captures a day whose prices and scores were read a minute before. */
async function captureValues(date: string, price: [number, number], score: number): Promise<void> {
  const { db } = database;
  const readAt = minutesBefore(momentOf(date), 1);
  await readEverything(db, readAt);
  await storeListings(db, [opus({ inputPrice: price[0], outputPrice: price[1] }), hostedOpus()], readAt);
  await storeOpusScores(db, { swe_bench: score }, readAt);
  await captureDay(db, date);
}

describe("GET /api/history/pricing/series", () => {
  test("golden: 18/90, 18/90, 12/60: blended 54 to 36, −33.3333%, one change, three days of seven", async () => {
    await captureValues(daysAgo(4), [18, 90], 70);
    await captureValues(daysAgo(3), [18, 90], 70);
    await captureValues(daysAgo(1), [12, 60], 70);
    const { status, body, headers } = await prices("model=claude-opus-4-5");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=300, s-maxage=\d+, /);
    expect(body).toMatchObject({
      ok: true,
      model: "Claude Opus 4.5",
      model_id: "anthropic/claude-opus-4-5",
      provider: "Anthropic",
      range: { from: daysAgo(6), to: today(), days: 7 },
      resolution: "daily",
      summary: { min_blended: 36, max_blended: 54, delta_pct_blended: -33.3333, changes_detected: 1, days_with_data: 3, days_missing: 4 },
      tier: "free",
      premium: { endpoint: "/api/premium/history/pricing/series", max_range_days: 90, credits_per_call: 1 },
      captured_at: minutesBefore(momentOf(daysAgo(4)), 1).toISOString(),
      stale_after_seconds: null,
    });
    expect(body.points).toEqual([
      { date: daysAgo(4), input: 18, output: 90, blended: 54 },
      { date: daysAgo(3), input: 18, output: 90, blended: 54 },
      { date: daysAgo(1), input: 12, output: 60, blended: 36 },
    ]);
    expect(body.summary.first).toEqual(body.points[0]);
    expect(body.summary.latest).toEqual(body.points[2]);
  });

  test("finds a model by name, provider/id and any spelling, and a host's listing by provider/id", async () => {
    await captureValues(daysAgo(1), [5, 25], 70);
    for (const model of ["Claude Opus 4.5", "anthropic/claude-opus-4-5", "CLAUDE-OPUS-4.5", "claude-opus-4-5-20251101"]) {
      expect((await prices(`model=${encodeURIComponent(model)}`)).body.model_id).toBe("anthropic/claude-opus-4-5");
    }
    expect((await prices("model=amazon-bedrock/anthropic.claude-opus-4-5")).body).toMatchObject({
      provider: "Amazon Bedrock",
      summary: { days_with_data: 1 },
    });
  });

  test("answers an empty series for an unknown model", async () => {
    await captureValues(daysAgo(1), [5, 25], 70);
    const { status, body } = await prices("model=no-such-model");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: "no-such-model",
      model_id: null,
      provider: null,
      points: [],
      summary: { first: null, latest: null, delta_pct_blended: null, changes_detected: 0, days_with_data: 0, days_missing: 7 },
      notes: ['No model is called "no-such-model".'],
    });
  });

  test("says of a misspelt model that there is none, and what was perhaps meant", async () => {
    await captureValues(daysAgo(1), [5, 25], 70);
    const { body } = await prices("model=cluade-opus-45");
    expect([body.model_id, body.points, body.notes]).toEqual([
      null,
      [],
      ['No model is called "cluade-opus-45". Perhaps anthropic/claude-opus-4-5 was meant.'],
    ]);
  });

  test("refuses an ambiguous name and lists its candidates", async () => {
    const { db } = database;
    await storeListings(
      db,
      [
        aListing({ providerId: "groq", modelId: "shared-7b", name: "Shared 7B", isMakersListing: false }),
        aListing({ providerId: "deepinfra", modelId: "shared-7b", name: "Shared 7B", isMakersListing: false }),
      ],
      new Date(),
    );
    const { status, body } = await prices("model=shared-7b");
    expect([status, body.error, body.candidates]).toEqual([400, "ambiguous_model", ["deepinfra/shared-7b", "groq/shared-7b"]]);
  });

  test("keeps the history of a removed model, and of a renamed one under its former id", async () => {
    const { db } = database;
    await captureValues(daysAgo(3), [5, 25], 70);
    await deleteModelListings(db, [{ providerId: "anthropic", modelKey: "claude-opus-4-5" }]);
    const readAt = minutesBefore(momentOf(daysAgo(2)), 1);
    await storeListings(db, [hostedOpus()], readAt);
    await captureDay(db, daysAgo(2));
    expect((await prices("model=anthropic/claude-opus-4-5")).body.points.map(({ date }: { date: string }) => date)).toEqual([daysAgo(3)]);

    forgetPrepared();
    await storeListings(db, [opus({ modelId: "opus-next", name: "Opus Next" })], minutesBefore(momentOf(daysAgo(1)), 1));
    await saveModelAliases(db, [{ alias: "claude-opus-4-5", providerId: "anthropic", modelId: "opus-next" }]);
    await captureDay(db, daysAgo(1));
    expect((await prices("model=opus-next")).body.points.map(({ date }: { date: string }) => date)).toEqual([daysAgo(3), daysAgo(1)]);
  });

  test("has no points, and never 0, for a listing without a price", async () => {
    const { db } = database;
    await storeListings(db, [unpriced(), opus()], minutesBefore(momentOf(daysAgo(1)), 1));
    await captureDay(db, daysAgo(1));
    expect((await prices("model=llama-9")).body).toMatchObject({ model: "Llama 9", points: [], summary: { days_with_data: 0 } });
  });

  test("selects the range by days or from and to, also as CSV", async () => {
    await captureValues(daysAgo(5), [6, 30], 70);
    await captureValues(daysAgo(1), [5, 25], 70);
    expect((await prices("model=claude-opus-4-5&days=2")).body).toMatchObject({
      range: { from: daysAgo(1), to: today(), days: 2 },
      summary: { days_with_data: 1 },
    });
    expect((await prices(`model=claude-opus-4-5&from=${daysAgo(6)}&to=${daysAgo(4)}`)).body).toMatchObject({
      range: { days: 3 },
      summary: { days_with_data: 1, max_blended: 18 },
    });
    expect((await prices(`model=claude-opus-4-5&days=1&to=${daysAgo(5)}&format=csv`)).text).toBe(
      `date,input,output,blended\n${daysAgo(5)},6,30,18\n`,
    );
  });

  test.each([
    ["", "model_required"],
    ["model=%20", "model_required"],
    ["model=x&days=0", "invalid_parameter"],
    ["model=x&days=8", "invalid_parameter"],
    ["model=x&from=2026-02-30", "invalid_from_date_format"],
    ["model=x&to=yesterday", "invalid_to_date_format"],
    ["model=x&from=2026-05-03&to=2026-05-01", "from_after_to"],
    ["model=x&to=2999-01-01", "invalid_parameter"],
    ["model=x&days=3&from=2026-05-01", "invalid_parameter"],
  ])("refuses %s with %s", async (query, error) => {
    const { status, body } = await prices(query);
    expect([status, body.error]).toEqual([400, error]);
  });

  test("refuses more than seven days and states the limit", async () => {
    const { status, body } = await prices("model=x&from=2026-05-01&to=2026-05-08");
    expect([status, body.error, body.limits]).toEqual([400, "range_too_large", { max_days: 7 }]);
  });
});

describe("GET /api/history/benchmarks/series", () => {
  test("golden: 70 to 73.4 is 3.4 points, two days of seven", async () => {
    await captureValues(daysAgo(4), [5, 25], 70);
    await captureValues(daysAgo(1), [5, 25], 73.4);
    const { status, body } = await scores("model=claude-opus-4-5&benchmark=SWE_Bench");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      model: "Claude Opus 4.5",
      provider: "Anthropic",
      benchmark: "swe_bench",
      points: [
        { date: daysAgo(4), score: 70 },
        { date: daysAgo(1), score: 73.4 },
      ],
      summary: { min_score: 70, max_score: 73.4, delta_pp: 3.4, days_with_data: 2, days_missing: 5 },
      tier: "free",
      premium: { endpoint: "/api/premium/history/benchmarks/series", max_range_days: 366, credits_per_call: 1 },
    });
  });

  test("finds scores by other spellings of the listing that carries them", async () => {
    await captureValues(daysAgo(1), [5, 25], 70);
    for (const model of ["Claude Opus 4.5", "anthropic/claude-opus-4-5", "claude-opus-4-5-20251101"]) {
      expect((await scores(`model=${encodeURIComponent(model)}&benchmark=swe_bench`)).body.summary.days_with_data).toBe(1);
    }
  });

  test("answers an empty series for an unknown model and for one without the score", async () => {
    await captureValues(daysAgo(1), [5, 25], 70);
    expect((await scores("model=no-such-model&benchmark=math")).body).toMatchObject({ model: "no-such-model", provider: null, points: [] });
    await storeListings(database.db, [opus({ modelId: "opus-next", name: "Opus Next" })], new Date());
    expect((await scores("model=opus-next&benchmark=math")).body).toMatchObject({
      model: "Opus Next",
      provider: "Anthropic",
      points: [],
      notes: ["No source that is read here has a score of this model."],
    });
    expect((await scores("model=claude-opus-4-5&benchmark=math")).body).toMatchObject({
      provider: "Anthropic",
      points: [],
      summary: { delta_pp: null },
    });
  });

  test.each([
    ["", "model_and_benchmark_required"],
    ["model=x", "model_and_benchmark_required"],
    ["benchmark=math", "model_and_benchmark_required"],
    ["model=x&benchmark=arc", "invalid_parameter"],
    ["model=x&benchmark=math&from=2026-05-01&to=2026-05-08", "range_too_large"],
  ])("refuses %s with %s", async (query, error) => {
    const { status, body } = await scores(query);
    expect([status, body.error]).toEqual([400, error]);
  });
});
