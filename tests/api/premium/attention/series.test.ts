import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { captureDay, daysAgo, minutesBefore, momentOf, today } from "../../../support/history/captured-days";
import { EMPTIED, readEverything } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { premiumCall, refusalOf, refused, type Query } from "../../../support/money/premium-call";
import { forgetPrepared, request } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const series = (query: Query) => premiumCall(database.db, attentionSeries, query);

describe("GET /api/premium/attention/series", () => {
  test("covers the last thirty days and today by default, every calendar day once", async () => {
    await readEverything(database.db, minutesBefore(momentOf(today()), 1));
    await captureDay(database.db, today());
    const { status, body, spent } = await series({ provider: "anthropic" });
    expect([status, spent]).toEqual([200, 1]);
    expect(body.range).toEqual({ from: daysAgo(30), to: today(), days: 31 });
    expect(body.series.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 31 }, (_, position) => daysAgo(30 - position)),
    );
    expect(body.series.at(-1)).toMatchObject({ date: today(), attention_score: 100, rank: 1, news_24h: 1, news_7d: 2 });
    expect(body.summary.captured_days).toBe(1);
    expect(body.freshness).toMatchObject({ sla_applies: true, max_age_seconds: 36 * 3600, fresh: true });
  });

  test.each(attentionProviders)("accepts %s", async (provider) => {
    expect((await series({ provider })).status).toBe(200);
  });

  test("accepts another name of a provider", async () => {
    expect((await series({ provider: "Hugging Face" })).body.provider).toBe("huggingface");
  });

  test("does not charge for a range without a captured day", async () => {
    const { status, body, spent } = await series({ provider: "openai", from: daysAgo(9), to: daysAgo(5) });
    expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
    expect(body.summary).toEqual({ first: null, last: null, delta: null, min: null, max: null, avg: null, captured_days: 0 });
    expect(body.series).toHaveLength(5);
  });

  test("does not charge for a series up to today after 36 hours without a snapshot, but charges for past days alone", async () => {
    const { db } = database;
    await readEverything(db, new Date(Date.parse(`${daysAgo(3)}T06:59:00Z`)));
    await captureDay(db, daysAgo(3));
    await recordSourceOutcomes(db, [
      { source: "attention/daily-index", dataset: "attention", at: new Date(Date.now() - 37 * 3_600_000), fault: null },
    ]);
    await bumpVersion(db, "attention", new Date());
    const upToToday = await series({ provider: "anthropic" });
    expect([upToToday.body.stale, upToToday.spent, upToToday.body.billing.no_charge_reason]).toEqual([true, 0, "stale_data"]);
    const past = await series({ provider: "anthropic", from: daysAgo(5), to: daysAgo(1) });
    expect([past.body.stale, past.spent, past.body.receipt.freshness_sla_seconds]).toEqual([undefined, 1, null]);
  });
});

describe("uncharged refusals", () => {
  test.each([
    ["400 provider_required", { from: daysAgo(3) }, 400, "provider_required"],
    ["400 provider_required for a blank", { provider: " " }, 400, "provider_required"],
    ["400 invalid_parameter for an unknown provider", { provider: "no-such-company" }, 400, "invalid_parameter"],
    ["400 invalid_parameter for a provider outside the twelve", { provider: "groq" }, 400, "invalid_parameter"],
    ["400 invalid_from", { provider: "openai", from: "2026-02-30" }, 400, "invalid_from"],
    ["400 invalid_to", { provider: "openai", to: "yesterday" }, 400, "invalid_to"],
    ["400 from_after_to", { provider: "openai", from: daysAgo(1), to: daysAgo(2) }, 400, "from_after_to"],
    ["400 range_too_large", { provider: "openai", from: daysAgo(90) }, 400, "range_too_large"],
    ["400 invalid_parameter for a future day", { provider: "openai", to: daysAgo(-1) }, 400, "invalid_parameter"],
  ])("%s", async (_, query, status, error) => {
    expect(await refusalOf(database.db, attentionSeries, query)).toEqual(refused(status, error));
  });

  test("lists the twelve providers where it knows none, and the limits with range_too_large", async () => {
    expect((await series({ provider: "x" })).body.accepted).toBe(`one of ${attentionProviders.join(", ")}`);
    expect((await series({ provider: "openai", from: daysAgo(90) })).body.limits).toEqual({ max_range_days: 90, default_range_days: 30 });
  });

  test("refuses a bad range before it demands payment", async () => {
    const { status, body, headers } = await request(attentionSeries, `/api/premium/attention/series?provider=openai&from=${daysAgo(90)}`);
    expect([status, body.error, headers.get("payment-required")]).toEqual([400, "range_too_large", null]);
  });

  test("answers ninety days", async () => {
    expect((await series({ provider: "openai", from: daysAgo(89) })).body.range.days).toBe(90);
  });
});
