import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { daysAgo, today } from "../../../../support/history/captured-days";
import { EMPTIED } from "../../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../../support/stores/database";
import { premiumCall, refusalOf, refused, type Query } from "../../../../support/money/premium-call";
import { forgetPrepared } from "../../../../support/server/request";
import { minutesAgo, storeStates } from "../../../../support/status/status-polls";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const uptime = (query: Query) => premiumCall(database.db, premiumStatusUptime, query);

describe("GET /api/premium/history/status/uptime", () => {
  test("covers the last thirty days and today by default, today as partial", async () => {
    await storeStates(database.db, minutesAgo(1), { anthropic: "operational" });
    const { status, body, spent } = await uptime({ provider: "Anthropic" });
    expect([status, spent]).toEqual([200, 1]);
    expect(body).toMatchObject({
      provider: "anthropic",
      range: { from: daysAgo(30), to: today(), days: 31 },
      partial: true,
      uptime_pct: 100,
      freshness: { max_age_seconds: 600, sla_applies: true },
    });
    expect(body.days.at(-1)).toEqual({ date: today(), status: "operational", partial: true });
  });

  test("classes each day by the worst service of the provider", async () => {
    await storeStates(database.db, minutesAgo(1), { anthropic: "down", openai: "operational" });
    expect((await uptime({ provider: "anthropic" })).body).toMatchObject({ days_down: 1, uptime_pct: 0 });
    expect((await uptime({ provider: "openai" })).body).toMatchObject({ days_down: 0, uptime_pct: 100 });
  });

  test("does not charge for a provider without data", async () => {
    const { status, body, spent } = await uptime({ provider: "cohere" });
    expect([status, spent, body.billing.no_charge_reason, body.uptime_pct]).toEqual([200, 0, "empty_result", null]);
  });

  test("does not charge for days up to today after polling stopped, but charges for past days", async () => {
    await storeStates(database.db, minutesAgo(2 * 24 * 60), { anthropic: "operational" });
    const upToToday = await uptime({ provider: "anthropic" });
    expect([upToToday.body.stale, upToToday.spent, upToToday.body.billing.no_charge_reason]).toEqual([true, 0, "stale_data"]);
    const past = await uptime({ provider: "anthropic", to: daysAgo(1) });
    expect([past.body.stale, past.spent]).toEqual([undefined, 1]);
  });

  test("answers 366 days", async () => {
    expect((await uptime({ provider: "anthropic", from: daysAgo(365) })).body.days).toHaveLength(366);
  });
});

describe("uncharged refusals", () => {
  test.each([
    ["400 provider_required", {}, 400, "provider_required"],
    ["400 invalid_from_date_format", { provider: "openai", from: "2026-02-30" }, 400, "invalid_from_date_format"],
    ["400 invalid_to_date_format", { provider: "openai", to: "20260401" }, 400, "invalid_to_date_format"],
    ["400 from_after_to", { provider: "openai", from: daysAgo(1), to: daysAgo(2) }, 400, "from_after_to"],
    ["400 range_too_large", { provider: "openai", from: daysAgo(366) }, 400, "range_too_large"],
    ["400 invalid_parameter for a future day", { provider: "openai", to: daysAgo(-1) }, 400, "invalid_parameter"],
    ["400 invalid_parameter for an unknown provider", { provider: "no-such-company" }, 400, "invalid_parameter"],
  ])("%s", async (_, query, status, error) => {
    expect(await refusalOf(database.db, premiumStatusUptime, query)).toEqual(refused(status, error));
  });

  test("lists the followed providers where the provider is unknown", async () => {
    expect((await uptime({ provider: "no-such-company" })).body.available_providers).toContain("anthropic");
  });
});
