import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import { compareHistory } from "@/lib/endpoints/premium/history/compare";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { captureListingsOn } from "../../../support/models/captured-prices";
import { daysAgo, today } from "../../../support/history/captured-days";
import { EMPTIED, opus } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { aListing } from "../../../support/models/model-facts";
import { faultsOfLedger, fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";

const CREDITS = 5;
const tomorrow = daysAgo(-1);

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  const shared = (providerId: string) => aListing({ providerId, modelId: "shared-7b", name: "Shared 7B", isMakersListing: false });
  await captureListingsOn(database.db, daysAgo(3), [opus(), shared("groq"), shared("deepinfra")]);
  await captureListingsOn(database.db, daysAgo(1), [opus({ inputPrice: 4 }), shared("groq"), shared("deepinfra")]);
});
afterAll(() => database.close());

/** Each call has its own account, whose balance must not change. */
async function refused(endpoint: AnyEndpoint, query: string) {
  const { bearer, token } = await fundedToken(database.db, CREDITS);
  const { status, body } = await request(endpoint, `${endpoint.path}?${query}`, { headers: bearer });
  expect(body).toMatchObject({ ok: false, status, billing: { credits_charged: 0, credits_remaining: CREDITS } });
  const holder = await findTokenHolder(database.db, hashToken(token), new Date());
  expect(holder && spendableOf(holder)).toBe(CREDITS);
  return { status, error: body.error, body };
}

describe("GET /api/premium/history/pricing/series", () => {
  test.each([
    ["", 400, "model_required"],
    ["model=%20", 400, "model_required"],
    ["model=x&from=2026-02-30", 400, "invalid_from_date_format"],
    ["model=x&to=yesterday", 400, "invalid_to_date_format"],
    ["model=x&from=2026-05-03&to=2026-05-01", 400, "from_after_to"],
    [`model=x&from=${tomorrow}`, 400, "from_after_to"],
    [`model=x&to=${tomorrow}`, 400, "invalid_parameter"],
    [`model=x&from=${daysAgo(90)}`, 400, "range_exceeds_90_days"],
    ["model=x&model=y", 400, "invalid_parameter"],
    [`model=${"x".repeat(201)}`, 400, "invalid_parameter"],
    ["model=shared-7b", 400, "ambiguous_model"],
  ])("answers ?%s with %d %s and does not charge", async (query, status, error) => {
    expect(await refused(premiumPricingSeries, query)).toMatchObject({ status, error });
  });

  test("states the limit with 400 range_exceeds_90_days, and accepts 90 days", async () => {
    expect((await refused(premiumPricingSeries, `model=x&from=${daysAgo(90)}&to=${today()}`)).body.limits).toEqual({ max_days: 90 });
    const { bearer } = await fundedToken(database.db, CREDITS);
    expect(
      (
        await request(premiumPricingSeries, `/api/premium/history/pricing/series?model=claude-opus-4-5&from=${daysAgo(89)}`, {
          headers: bearer,
        })
      ).body,
    ).toMatchObject({ range: { days: 90 }, billing: { credits_charged: 1 } });
  });

  test("lists the candidates with 400 ambiguous_model", async () => {
    expect((await refused(premiumPricingSeries, "model=shared-7b")).body.candidates).toEqual(["deepinfra/shared-7b", "groq/shared-7b"]);
  });

  test("does not charge for an unknown model or days without a capture", async () => {
    for (const query of ["model=no-such-model", `model=claude-opus-4-5&from=${daysAgo(20)}&to=${daysAgo(10)}`]) {
      const { bearer } = await fundedToken(database.db, CREDITS);
      const { status, body } = await request(premiumPricingSeries, `/api/premium/history/pricing/series?${query}`, { headers: bearer });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        points: [],
        summary: {
          first: null,
          latest: null,
          min_blended: null,
          max_blended: null,
          delta_pct_blended: null,
          changes_detected: 0,
          days_with_data: 0,
        },
        billing: { credits_charged: 0, credits_remaining: CREDITS, no_charge_reason: "empty_result" },
        receipt: { credits_charged: 0, no_charge_reason: "empty_result" },
      });
    }
  });
});

describe("GET /api/premium/history/benchmarks/series", () => {
  test.each([
    ["", 400, "model_and_benchmark_required"],
    ["model=x", 400, "model_and_benchmark_required"],
    ["benchmark=math", 400, "model_and_benchmark_required"],
    ["model=x&benchmark=arc", 400, "invalid_parameter"],
    ["model=x&benchmark=math&from=2026-13-01", 400, "invalid_from_date_format"],
    ["model=x&benchmark=math&to=x", 400, "invalid_to_date_format"],
    ["model=x&benchmark=math&from=2026-05-03&to=2026-05-01", 400, "from_after_to"],
    [`model=x&benchmark=math&from=${daysAgo(366)}`, 400, "range_too_large"],
    ["model=shared-7b&benchmark=math", 400, "ambiguous_model"],
  ])("answers ?%s with %d %s and does not charge", async (query, status, error) => {
    expect(await refused(premiumBenchmarkSeries, query)).toMatchObject({ status, error });
  });

  test("does not charge for a model without the score", async () => {
    const { bearer } = await fundedToken(database.db, CREDITS);
    const { body } = await request(premiumBenchmarkSeries, "/api/premium/history/benchmarks/series?model=claude-opus-4-5&benchmark=math", {
      headers: bearer,
    });
    expect(body).toMatchObject({
      provider: "Anthropic",
      points: [],
      summary: { delta_pp: null },
      billing: { credits_charged: 0, credits_remaining: CREDITS, no_charge_reason: "empty_result" },
    });
  });
});

describe("GET /api/premium/history/compare", () => {
  const days = `from=${daysAgo(3)}&to=${daysAgo(1)}`;

  test.each([
    ["", 400, "from_and_to_required"],
    [`from=${daysAgo(3)}`, 400, "from_and_to_required"],
    [`to=${daysAgo(3)}`, 400, "from_and_to_required"],
    [`from=2026-02-30&to=${daysAgo(1)}`, 400, "invalid_date_format"],
    [`from=${daysAgo(3)}&to=tomorrow`, 400, "invalid_date_format"],
    [`from=${daysAgo(1)}&to=${daysAgo(3)}`, 400, "from_after_to"],
    [`from=${daysAgo(3)}&to=${tomorrow}`, 400, "invalid_parameter"],
    [`${days}&type=prices`, 400, "invalid_type"],
    [`${days}&provider=no-such-provider`, 400, "invalid_parameter"],
    [`from=${daysAgo(2)}&to=${daysAgo(1)}`, 404, "snapshot_not_found"],
    [`from=${daysAgo(9)}&to=${daysAgo(9)}&type=benchmarks`, 404, "snapshot_not_found"],
  ])("answers ?%s with %d %s and does not charge", async (query, status, error) => {
    expect(await refused(compareHistory, query)).toMatchObject({ status, error });
  });

  test("lists each missing day once with 404 snapshot_not_found", async () => {
    expect((await refused(compareHistory, `from=${daysAgo(3)}&to=${daysAgo(2)}`)).body).toMatchObject({
      missing: [daysAgo(2)],
      snapshot_type: "pricing",
      billing: { no_charge_reason: "empty_result" },
    });
    expect((await refused(compareHistory, `from=${daysAgo(9)}&to=${daysAgo(9)}`)).body.missing).toEqual([daysAgo(9)]);
    expect((await refused(compareHistory, `from=${daysAgo(9)}&to=${daysAgo(8)}`)).body.missing).toEqual([daysAgo(9), daysAgo(8)]);
  });

  test("charges for a comparison that finds nothing for a provider", async () => {
    const { bearer } = await fundedToken(database.db, CREDITS);
    expect((await request(compareHistory, `/api/premium/history/compare?${days}&provider=openai`, { headers: bearer })).body).toMatchObject(
      { added: [], removed: [], changed: [], unchanged_count: 0, billing: { credits_charged: 1, credits_remaining: CREDITS - 1 } },
    );
  });
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
