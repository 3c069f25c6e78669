import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { EMPTIED, readEverything, storeListings, storeOpusScores, unpriced } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}, daily_uses`));
});

const minuteAgo = (): Date => new Date(Date.now() - 60_000);
const ask = (query = "", address?: string) =>
  request(routingPreview, `/api/preview/routing${query}`, address ? { headers: { [ADDRESS_HEADER]: address } } : {});

async function storeScores(): Promise<void> {
  await readEverything(database.db, minuteAgo());
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, minuteAgo());
}

describe("GET /api/preview/routing", () => {
  test("answers only the best model, without the details of the full ranking", async () => {
    await storeScores();
    const { status, body, headers } = await ask("?task=code");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(body).toEqual({
      ok: true,
      preview: true,
      task: "code",
      computed_at: expect.any(String),
      rate_limit: { limit: 5, remaining: 4, scope: "per IP per UTC day" },
      recommendation: { model: "Claude Opus 4.5", model_id: "anthropic/claude-opus-4-5", provider: "Anthropic" },
      estimated: false,
      notes: [],
      upgrade: {
        message: expect.any(String),
        premium_endpoint: "/api/premium/routing",
        preview_limits: { top_n: 1, includes_score_breakdown: false, includes_pricing: false, rate_limit_per_ip_per_day: 5 },
      },
      captured_at: expect.any(String),
      stale_after_seconds: 600,
    });
  });

  test("uses the general task by default, and says why when nothing fits", async () => {
    await storeScores();
    expect((await ask()).body).toMatchObject({ task: "general", recommendation: { model: "Claude Opus 4.5" } });
    expect((await ask("?budget=1")).body).toMatchObject({
      recommendation: null,
      notes: ["No model fits the given budget and min_quality."],
    });
    expect((await ask("?min_quality=0.99")).body.recommendation).toBeNull();
  });

  test("says where nothing is known of any model for the task", async () => {
    await storeScores();
    await database.db.execute(sql`delete from benchmark_listings`);
    expect((await ask("?task=reasoning")).body).toMatchObject({
      recommendation: null,
      notes: ["No model has a price and scores for this task."],
    });
  });

  test("never recommends a model without a published price", async () => {
    await storeListings(database.db, [unpriced()], minuteAgo());
    await storeOpusScores(database.db, { swe_bench: 99, human_eval: 99, mmlu_pro: 99 }, minuteAgo());
    await database.db.execute(sql`update benchmark_listings set provider_id = 'meta', model_key = 'llama-9'`);
    expect((await ask("?task=code")).body.recommendation).toBeNull();
  });

  test("is free five times per UTC day and address; the sixth call gets 429 with the reset time and the paid endpoint", async () => {
    await storeScores();
    for (const remaining of [4, 3, 2, 1, 0]) expect((await ask("", "198.51.100.7")).body.rate_limit.remaining).toBe(remaining);
    const { status, body, headers } = await ask("", "198.51.100.7");
    expect([status, body.ok, body.error, body.limit, body.remaining, body.premium_endpoint]).toEqual([
      429,
      false,
      "rate_limit_exceeded",
      5,
      0,
      "/api/premium/routing",
    ]);
    expect(body.reset_in_hours).toBeGreaterThanOrEqual(1);
    expect(body.reset_in_hours).toBeLessThanOrEqual(24);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(86_400);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect((await ask("", "198.51.100.8")).status).toBe(200);
  });

  test("spends nothing for HEAD, which computes nothing, nor for a call that failed", async () => {
    const head = await request(routingPreview, "/api/preview/routing", { method: "HEAD", headers: { [ADDRESS_HEADER]: "198.51.100.10" } });
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", null]);
    await storeScores();
    const broken = { ...routingPreview, run: () => Promise.reject(new Error("not now")) } as unknown as AnyEndpoint;
    const failed = await request(broken, "/api/preview/routing", { headers: { [ADDRESS_HEADER]: "198.51.100.10" } });
    expect(failed.status).toBe(500);
    expect((await ask("", "198.51.100.10")).body.rate_limit.remaining).toBe(4);
  });

  test("answers five of twenty parallel calls from one address", async () => {
    await storeScores();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ask("", "198.51.100.9").then(({ status }) => status)));
    expect(statuses.filter((status) => status === 200).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });

  test.each([
    ["task", "poetry"],
    ["budget", "-1"],
    ["budget", "cheap"],
    ["min_quality", "1.1"],
    ["min_quality", "NaN"],
  ])("refuses %s=%s without counting the call", async (parameter, value) => {
    const address = `198.51.101.${parameter.length + value.length}`;
    const { status, body } = await ask(`?${parameter}=${value}`, address);
    expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", parameter]);
    expect((await ask("", address)).body.rate_limit.remaining).toBe(4);
  });
});
