import { z } from "zod";
import { listGpuDays } from "@/db/queries/gpu";
import { gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { fillDays, priceChange } from "@/lib/domain/gpu-series";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { requireDateRange } from "@/lib/http/require-date-range";
import { gpuParam } from "@/lib/schemas/gpu-param";
import { dateParam, utcDay } from "@/lib/schemas/params";

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

const Point = z.strictObject({
  date: z.string(),
  cheapest_on_demand_usd_hr: z.number().nullable(),
  cheapest_on_demand_provider: z.string().nullable(),
  cheapest_spot_usd_hr: z.number().nullable(),
  cheapest_spot_provider: z.string().nullable(),
  provider_count: z.int().nullable(),
  total_offers: z.int().nullable(),
  has_data: z.boolean(),
});

const Change = z.strictObject({ start: z.number().nullable(), end: z.number().nullable(), pct_change: z.number().nullable() });

const COLUMNS = Point.keyof().options;

const changeOf = (prices: readonly (number | null)[]): z.output<typeof Change> => {
  const { start, end, pctChange } = priceChange(prices);
  return { start, end, pct_change: pctChange };
};

export const gpuSeries = defineEndpoint({
  method: "GET",
  path: "/api/gpu/pricing/series",
  tag: "GPU prices",
  summary: "Cheapest price of one GPU per day",
  description: `One point per UTC day, at most ${MAX_DAYS} days, both ends included; without dates the last ${DEFAULT_DAYS} days and today. Prices are recorded daily from the day on which this service started, from live price lists only.`,
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 600,
  query: z.object({
    gpu: gpuParam(nameGpu, gpuModels),
    from: dateParam().optional().meta({ invalid: "invalid_from_date_format", description: "First day, YYYY-MM-DD, UTC" }),
    to: dateParam().optional().meta({ invalid: "invalid_to_date_format", description: "Last day, YYYY-MM-DD, UTC" }),
  }),
  response: z.strictObject({
    from: z.string(),
    to: z.string(),
    gpu: z.string(),
    vram_gb: z.int(),
    days: z.int(),
    points: z.array(Point),
    delta_in_window: z.strictObject({ on_demand: Change, spot: Change }),
    notes: z.array(z.string()),
  }),
  csv: ({ points }) => ({ columns: COLUMNS, rows: points.map((point) => COLUMNS.map((column) => point[column])) }),
  isPrepared: false,
  example: { query: { gpu: "H100" } },
}).handle(async ({ query, db, now }) => {
  const { from, to, days } = requireDateRange(query, { today: utcDay(now), defaultDays: DEFAULT_DAYS, maxDays: MAX_DAYS });
  const points = fillDays(await listGpuDays(db, query.gpu, from, to), from, to).map(({ date, day }) => ({
    date,
    cheapest_on_demand_usd_hr: day?.cheapestOnDemandUsdHour ?? null,
    cheapest_on_demand_provider: day?.cheapestOnDemandProvider ?? null,
    cheapest_spot_usd_hr: day?.cheapestSpotUsdHour ?? null,
    cheapest_spot_provider: day?.cheapestSpotProvider ?? null,
    provider_count: day?.providerCount ?? null,
    total_offers: day?.totalOffers ?? null,
    has_data: day !== null,
  }));
  const captured = points.filter(({ has_data }) => has_data).length;
  return {
    from,
    to,
    gpu: query.gpu,
    vram_gb: gpuModels.find(({ id }) => id === query.gpu)?.vramGb ?? 0,
    days,
    points,
    delta_in_window: { on_demand: changeOf(points.map((point) => point.cheapest_on_demand_usd_hr)), spot: changeOf(points.map((point) => point.cheapest_spot_usd_hr)) },
    notes: captured === days ? [] : [`${captured} of ${days} days were captured; the others have has_data false.`],
  };
});
