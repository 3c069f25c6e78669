import { z } from "zod";
import { gpuModels, nameGpu } from "@/lib/catalogs/gpu-pricing";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findGpuSeries } from "@/lib/loaders/gpu/find-gpu-series";
import { DEFAULT_RANGE_DAYS, RANGE_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { csvOf } from "@/lib/schemas/csv";
import { gpuParam, GpuPoint, GpuSeries } from "@/lib/schemas/gpu";

const MAX_DAYS = 90;

const toCsv = csvOf(GpuPoint);

export const gpuSeries = defineEndpoint({
  method: "GET",
  path: "/api/gpu/pricing/series",
  tag: "GPU prices",
  summary: "GPU pricing series: cheapest price of one GPU per day",
  description: `One point per UTC day, at most ${MAX_DAYS} days, both ends included; without dates the last ${DEFAULT_RANGE_DAYS} days and today. Prices are recorded daily from the day on which this service started, from live price lists only.`,
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 600,
  query: z.object({ gpu: gpuParam(nameGpu, gpuModels), ...rangeParams() }),
  response: GpuSeries,
  csv: ({ points }) => toCsv(points),
  isPrepared: false,
  errors: RANGE_ERRORS,
  example: { query: { gpu: "H100" } },
}).handle(async ({ query, db, now }) => {
  return (await findGpuSeries(db, query.gpu, rangeUpTo(MAX_DAYS)(query, now))).series;
});
