import { z } from "zod";
import { gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { priceSpread } from "@/lib/domain/gpu/gpu-series";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { findGpuSeries } from "@/lib/loaders/gpu/find-gpu-series";
import { DEFAULT_RANGE_DAYS, MOST_DAYS, RANGE_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { gpuParam, GpuSeries } from "@/lib/schemas/gpu";

const query = z.object({ gpu: gpuParam(nameGpu, gpuModels), ...rangeParams() });

const rangeOf = rangeUpTo(MOST_DAYS.gpus);

const Spread = z.strictObject({
  min: z.number().nullable(),
  max: z.number().nullable(),
  avg: z.number().nullable().describe("Mean of the days that have a price"),
  days: z.int().describe("Days that have a price"),
});

export const premiumGpuSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/gpu/series",
  tag: "GPU prices",
  summary: "GPU price series: cheapest price of one GPU per day over up to 366 days, with its spread",
  description: `The series of /api/gpu/pricing/series over a longer range, in US dollars per GPU hour. One point per UTC day, both ends included; without dates the last ${DEFAULT_RANGE_DAYS} days and today. A range without a captured day is not charged.`,
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query,
  checkQuery: rangeOf,
  response: z.strictObject({
    ...GpuSeries.shape,
    summary: z.strictObject({ on_demand: Spread, spot: Spread, days_with_data: z.int(), days_missing: z.int() }),
  }),
  isEmpty: ({ summary }) => summary.days_with_data === 0,
  errors: RANGE_ERRORS,
  example: { query: { gpu: "H100" } },
}).handle(async ({ query: { gpu, ...days }, db, now, capturedAt }) => {
  const range = rangeOf(days, now);
  const { series, captures } = await findGpuSeries(db, gpu, range);
  capturedAt(captures);
  const summary = {
    on_demand: priceSpread(series.points.map((point) => point.cheapest_on_demand_usd_hr)),
    spot: priceSpread(series.points.map((point) => point.cheapest_spot_usd_hr)),
    days_with_data: captures.length,
    days_missing: range.days - captures.length,
  };
  return { ...series, summary };
});
