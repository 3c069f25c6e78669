import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { type GpuOfferRow, replaceProviderOffers } from "@/db/queries/gpu/gpu";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { gpuDays } from "@/db/schema/gpu";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { loadGpuCatalog } from "@/lib/ingest/gpu/load-bundled-offers";
import { bundledGpuOffers } from "@/lib/catalogs/gpu-pricing";
import { addDays } from "@/lib/domain/basics/date-range";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { cheapestGpus } from "@/lib/endpoints/gpu/pricing/cheapest";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { forgetPrepared, request } from "../../support/server/request";
import { type TestDatabase, useTestDatabase } from "../../support/stores/database";

const HOUR_MS = 3_600_000;

let database: TestDatabase;

const startedAtMs = Math.floor(Date.now() / 1000) * 1000;
const hoursAgo = (hours: number): Date => new Date(startedAtMs - hours * HOUR_MS);

const anOffer = (overrides: Partial<GpuOfferRow>): GpuOfferRow => ({
  id: `${overrides.provider ?? "runpod"}/live/${overrides.gpu ?? "h100"}-${overrides.tier ?? "x"}`,
  provider: "runpod",
  gpuRaw: "H100 SXM",
  gpu: "H100",
  vramGb: 80,
  tier: null,
  region: null,
  instance: null,
  gpusPerInstance: 1,
  onDemandUsdHour: 2,
  spotUsdHour: null,
  availableCount: null,
  priceKind: "list",
  isLive: true,
  source: "gpu_prices/test",
  sourceUrl: "https://example.org/pricing",
  note: null,
  seenAt: hoursAgo(1),
  ...overrides,
});

const store = (...offers: GpuOfferRow[]) =>
  Promise.all(
    [...new Set(offers.map(({ provider }) => provider))].map((provider) =>
      replaceProviderOffers(
        database.db,
        provider,
        offers.filter((offer) => offer.provider === provider),
      ),
    ),
  );

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(sql`truncate gpu_offers, gpu_days, sources, catalog_loads`);
  forgetPrepared();
});

describe("GET /api/gpu/pricing", () => {
  test("answers empty lists and a null capture time without data", async () => {
    const { status, body } = await request(gpuPricing);
    expect(status).toBe(200);
    expect(body.snapshot).toMatchObject({ capturedAt: null, providers: [], offers: [], by_canonical: [], errors: [] });
    expect(body.captured_at).toBeNull();
  });

  test("summarises the offers of each GPU", async () => {
    await store(
      anOffer({ provider: "runpod", tier: "secure", onDemandUsdHour: 2.79 }),
      anOffer({ provider: "runpod", tier: "community", onDemandUsdHour: 2.1, spotUsdHour: 1.2 }),
      anOffer({ provider: "akash", onDemandUsdHour: 2.49 }),
    );
    const { body } = await request(gpuPricing);
    expect(body.snapshot.providers).toEqual(["runpod", "akash"]);
    expect(body.snapshot.by_canonical).toEqual([
      {
        canonical: "H100",
        vram_gb: 80,
        provider_count: 2,
        total_offers: 3,
        cheapest_on_demand: expect.objectContaining({ provider: "runpod", usd_hr: 2.1, tier: "community" }),
        cheapest_spot: expect.objectContaining({ provider: "runpod", usd_hr: 1.2 }),
      },
    ]);
    expect(body.snapshot.offers[0]).toMatchObject({
      gpu_canonical: "H100",
      gpu_raw: "H100 SXM",
      on_demand_usd_hr: 2.1,
      spot_usd_hr: 1.2,
      is_live: true,
      last_seen: hoursAgo(1).toISOString(),
    });
  });

  test("names the source that could not be read", async () => {
    await recordSourceOutcomes(database.db, [
      { source: "gpu_prices/azure", dataset: "gpu_prices", at: new Date(), fault: "timeout", error: "no answer" },
    ]);
    expect((await request(gpuPricing)).body.snapshot.errors).toEqual([{ provider: "azure", fault: "timeout", last_read: null }]);
  });

  test("dates each bundled price by the day on which it was read", async () => {
    await loadGpuCatalog(database.db, new Date());
    await recordShippedCatalogs(database.db);
    const { body } = await request(gpuPricing);
    expect(body.snapshot.offers).toHaveLength(bundledGpuOffers.length);
    expect(body.snapshot.offers.every(({ is_live }: { is_live: boolean }) => !is_live)).toBe(true);
    expect(body.snapshot.capturedAt).toBe(
      `${bundledGpuOffers
        .map(({ asOf }) => asOf ?? "")
        .toSorted()
        .at(-1)}T00:00:00.000Z`,
    );
  });

  test("answers all offers as CSV", async () => {
    await store(anOffer({}));
    const { text } = await request(gpuPricing, "/api/gpu/pricing?format=csv");
    expect(text.trim().split("\n")).toHaveLength(2);
    expect(text).toMatch(/^provider,gpu_canonical,gpu_raw,/);
  });
});

describe("GET /api/gpu/pricing/cheapest", () => {
  const cheapest = (query: string) => request(cheapestGpus, `/api/gpu/pricing/cheapest${query}`);

  test("lists the three cheapest providers, dated by the oldest of their prices", async () => {
    await store(...[3, 1, 4, 2].map((price) => anOffer({ provider: `p${price}`, onDemandUsdHour: price, seenAt: hoursAgo(price) })));
    const { status, body } = await cheapest("?gpu=h100");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      gpu: "H100",
      vram_gb: 80,
      type: "on_demand",
      capturedAt: hoursAgo(3).toISOString(),
      captured_at: hoursAgo(3).toISOString(),
      stale_after_seconds: 86_400,
    });
    expect(body.results.map(({ provider, usd_hr }: Record<string, unknown>) => [provider, usd_hr])).toEqual([
      ["p1", 1],
      ["p2", 2],
      ["p3", 3],
    ]);
  });

  test("answers an empty list when nobody offers the GPU", async () => {
    expect((await cheapest("?gpu=H100&type=spot")).body).toMatchObject({ results: [], capturedAt: null });
  });

  test("accepts other spellings of a GPU", async () => {
    expect((await cheapest("?gpu=rtx%204090")).body.gpu).toBe("RTX-4090");
    expect((await cheapest("?gpu=A100%2080GB")).body.gpu).toBe("A100-80GB");
  });

  test.each([
    ["", "gpu_required"],
    ["?gpu=", "gpu_required"],
    ["?gpu=H999", "invalid_gpu"],
    ["?gpu=A100", "invalid_gpu"],
    ["?gpu=%F0%9F%9A%80", "invalid_gpu"],
    [`?gpu=${"H".repeat(5000)}`, "invalid_gpu"],
    ["?gpu=H100&type=reserved", "invalid_type"],
    ["?gpu=H100&gpu=L4", "invalid_parameter"],
  ])("refuses %s as %s", async (query, code) => {
    const { status, body } = await cheapest(query);
    expect([status, body.error]).toEqual([400, code]);
  });
});

describe("GET /api/gpu/pricing/series", () => {
  const series = (query: string) => request(gpuSeries, `/api/gpu/pricing/series${query}`);
  const today = new Date().toISOString().slice(0, 10);

  const aDay = (date: string, price: number) => ({
    date,
    gpu: "H100",
    cheapestOnDemandUsdHour: price,
    cheapestOnDemandProvider: "akash",
    cheapestSpotUsdHour: null,
    cheapestSpotProvider: null,
    providerCount: 2,
    totalOffers: 5,
    capturedAt: new Date(),
  });

  test("lists every day of the range, which of them have data, and the change over the range", async () => {
    await database.db.insert(gpuDays).values([aDay(addDays(today, -2), 2), aDay(today, 2.5)]);
    const { status, body } = await series(`?gpu=H100&from=${addDays(today, -2)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ gpu: "H100", days: 3, from: addDays(today, -2), to: today });
    expect(
      body.points.map(({ has_data, cheapest_on_demand_usd_hr }: Record<string, unknown>) => [has_data, cheapest_on_demand_usd_hr]),
    ).toEqual([
      [true, 2],
      [false, null],
      [true, 2.5],
    ]);
    expect(body.delta_in_window).toEqual({
      on_demand: { start: 2, end: 2.5, pct_change: 25 },
      spot: { start: null, end: null, pct_change: null },
    });
    expect(body.notes).toHaveLength(1);
  });

  test("covers the last thirty days and today by default", async () => {
    expect((await series("?gpu=H100")).body).toMatchObject({ days: 31, from: addDays(today, -30), to: today });
  });

  test.each([
    ["?gpu=H100&from=2026-02-30", "invalid_from_date_format"],
    ["?gpu=H100&to=yesterday", "invalid_to_date_format"],
    [`?gpu=H100&from=${today}&to=${addDays(today, -1)}`, "from_after_to"],
    [`?gpu=H100&to=${addDays(today, 1)}`, "invalid_parameter"],
    [`?gpu=H100&from=${addDays(today, -90)}`, "range_too_large"],
    ["", "gpu_required"],
  ])("refuses %s as %s", async (query, code) => {
    const { status, body } = await series(query);
    expect([status, body.error]).toEqual([400, code]);
  });
});
