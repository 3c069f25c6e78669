import { z } from "zod";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findPriceSeries } from "@/lib/loaders/history/model-history";
import { RANGE_ERRORS, requireShortRange, shortRangeParams } from "@/lib/http/require-date-range";
import { AMBIGUOUS_MODEL, FreeTier, freeTier, pricedModelParam, PriceSeries } from "@/lib/schemas/history/series";

const MAX_DAYS = 7;

export const pricingSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/pricing/series",
  tag: "History",
  summary: "Pricing history as a series: daily prices of one model over up to 7 days, USD per 1M tokens",
  description:
    "One point per captured day; days without a snapshot of this model are left out, never filled in. Names are read as GET /api/models/resolve reads them, and `notes` says what was taken for one. Blended is the mean of input and output.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    model: pricedModelParam(),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({ ...PriceSeries, ...FreeTier }),
  errors: { ...AMBIGUOUS_MODEL, ...RANGE_ERRORS },
  csv: ({ points }) => ({
    columns: ["date", "input", "output", "blended"],
    rows: points.map((point) => [point.date, point.input, point.output, point.blended]),
  }),
  example: { query: { model: "claude-opus-4-5" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const { series, captures } = await findPriceSeries(db, query.model, range);
  capturedAt(captures);
  return { ...series, ...freeTier("/api/premium/history/pricing/series", 90, "The same series over a longer range.") };
});
