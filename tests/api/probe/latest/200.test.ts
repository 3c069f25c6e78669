import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { saveProbeSummaries } from "@/db/queries/probes/probe";
import { summariseProbes, type ProbeSample } from "@/lib/domain/probes/probe-summary";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { forgetPrepared, request } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  forgetPrepared();
});
afterAll(() => database.close());

const newest = new Date("2026-03-02T12:00:00Z");
const sample = (minutesAgo: number, rest: Partial<ProbeSample> = {}): ProbeSample => ({
  kind: "reach",
  at: new Date(newest.getTime() - minutesAgo * 60_000),
  outcome: "ok",
  status: 401,
  fault: null,
  dnsMs: 5,
  tcpMs: 10,
  tlsMs: 20,
  ttfbMs: 80,
  totalMs: 90,
  ...rest,
});

describe("GET /api/probe/latest", () => {
  test("answers 200 with an empty list before any probe", async () => {
    const answer = await request(probeLatest);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: true, summary: { computed_at: null, window_label: "last_24h", providers: [] } });
  });

  test("summarises the last 24 hours back from the newest probe", async () => {
    const samples = {
      anthropic: [sample(0), sample(15, { outcome: "provider_fail", status: 529, ttfbMs: null, totalMs: null }), sample(24 * 60)],
      openai: [sample(0, { outcome: "our_fail", status: null, fault: "network" })],
      mistral: [sample(0, { ttfbMs: null, totalMs: null, dnsMs: null, tcpMs: null, tlsMs: null })],
    };
    await saveProbeSummaries(
      database.db,
      Object.entries(samples).map(([target, all]) => ({ target, computedAt: newest, summary: summariseProbes(all, newest) })),
    );
    await bumpVersion(database.db, "probe", newest);
    const { status, body } = await request(probeLatest);
    expect(status).toBe(200);
    expect(body.summary.computed_at).toBe("2026-03-02T12:00:00.000Z");
    expect(body.summary.providers.map(({ provider }: { provider: string }) => provider)).toEqual(["anthropic", "mistral"]);
    expect(body.summary.providers[0]).toEqual({
      provider: "anthropic",
      endpoint: "anthropic",
      name: "Anthropic",
      url: "https://api.anthropic.com/v1/messages",
      count: 2,
      success_count: 1,
      ok_pct: 0.5,
      ttfb: { p50: 80, p95: 80, p99: 80 },
      total: { p50: 90, p95: 90, p99: 90 },
      status_codes: { "401": 1, "529": 1 },
      last_probe_at: "2026-03-02T12:00:00.000Z",
      last_error: null,
      dns: { p50: 5, p95: 5, p99: 5 },
      tcp: { p50: 10, p95: 10, p99: 10 },
      tls: { p50: 20, p95: 20, p99: 20 },
      completion: null,
      probe_signal: { signal: "healthy", window_minutes: 60, window_count: 2, provider_fails: 1, our_fails: 0 },
      probe_recovery: { all_ok: false, window_minutes: 20, window_count: 2, last_ok_at: "2026-03-02T12:00:00.000Z" },
    });
    expect(body.summary.providers[1]).toMatchObject({ ttfb: { p50: null }, dns: { p50: null } });
  });
});
