import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { freshness } from "@/lib/docs/catalog";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { health } from "@/lib/endpoints/health";
import { models } from "@/lib/endpoints/models";
import { routing } from "@/lib/endpoints/premium/routing";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { status } from "@/lib/endpoints/status";
import { statusDays } from "@/lib/endpoints/status/days";
import { plantScenario } from "@/lib/server/seed/plant";
import { fundedToken } from "../support/money/money";
import { request, type Answer } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
let before: Answer;
beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
  before = await request(models, "/api/models");
  await plantScenario(database.db, { scenario: "demo" });
});
afterAll(() => database.close());

describe("a database with the demo", () => {
  test("before it nothing is called a sample", () => {
    expect([before.status, before.body.sample, before.headers.get("x-sample-data")]).toEqual([200, undefined, null]);
  });

  test("every answer that reads data says that it is a sample, by a member or else by a header", async () => {
    expect((await request(models, "/api/models")).body.sample).toBe(true);
    expect((await request(models, "/api/models?format=csv")).headers.get("x-sample-data")).toBe("true");
    expect((await request(feedXml)).headers.get("x-sample-data")).toBe("true");
    expect((await request(health)).body.sample).toBeUndefined();
  });

  test("a paid answer says so too, within what its receipt signs", async () => {
    const { bearer } = await fundedToken(database.db, 5);
    const { body } = await request(routing, "/api/premium/routing?task=code", { headers: bearer });
    expect(body).toMatchObject({ ok: true, sample: true, receipt: expect.objectContaining({ response_hash: expect.any(String) }) });
  });

  test("ninety days of every service can be drawn, and three services are not operational now", async () => {
    const { services } = (await request(status)).body;
    const troubled = services.filter((service: { status: string }) => service.status !== "operational");
    expect(troubled.map(({ provider, status: state }: { provider: string; status: string }) => [provider, state])).toEqual([
      ["anthropic", "down"],
      ["mistral", "unknown"],
      ["groq", "degraded"],
    ]);
    const { body } = await request(statusDays);
    expect(JSON.stringify(body)).toContain("degraded");
  });

  test("every dataset that promises an age was read", async () => {
    expect((await request(gpuPricing)).body.snapshot.by_canonical.length).toBeGreaterThan(5);
    expect((await request(probeLatest)).body.ok).toBe(true);
    const { datasets } = (await request(freshness)).body;
    const unread = datasets.filter(
      (entry: { sla_seconds: number | null; captured_at: string | null }) => entry.sla_seconds !== null && entry.captured_at === null,
    );
    expect(unread.map(({ dataset }: { dataset: string }) => dataset)).toEqual([]);
  });

  test("the sample CVEs have a card without a network: one in all five sources, one that is not listed as exploited", async () => {
    const { bearer } = await fundedToken(database.db, 5);
    const cardOf = async (cveId: string) =>
      (await request(verifiedCve, `/api/premium/security/verified/${cveId}`, { headers: bearer, params: { cve_id: cveId } })).body;
    const exploited = await cardOf("CVE-2021-44228");
    expect(exploited).toMatchObject({
      sample: true,
      data: { exploited_in_wild: true, corroboration_count: 5 },
      billing: { credits_charged: 1 },
    });
    const { data } = await cardOf("CVE-2024-3094");
    expect(data).toMatchObject({ exploited_in_wild: false, severity_band: "critical", epss_probability: 0.85, corroboration_count: 4 });
    expect(data.per_source.kev).toMatchObject({ ok: false, state: "absent", error: null });
    expect(data.summary).toContain("Sample text");
  });

  test("is refused a second time, since the database now holds data", async () => {
    await expect(plantScenario(database.db, { scenario: "demo" })).rejects.toThrow("This database holds collected data.");
  });
});
