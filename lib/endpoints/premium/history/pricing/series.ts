import { z } from "zod";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { findPriceSeries } from "@/lib/loaders/history/model-history";
import { MOST_DAYS, RANGE_OF_90_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { AMBIGUOUS_MODEL, pricedModelParam, PriceSeries } from "@/lib/schemas/history/series";

const rangeOf = rangeUpTo(MOST_DAYS.prices, "range_exceeds_90_days");

export const premiumPricingSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/pricing/series",
  tag: "History",
  summary: "Pricing history as a series: daily prices of one model over up to 90 days, USD per 1M tokens",
  description:
    "One point per captured day; days without a snapshot of this model are left out, never filled in. Names are read as GET /api/models/resolve reads them, and `notes` says what was taken for one; a model that is no longer sold keeps its history. Each point can be found again in /api/history/{date}/pricing. A series without points is not charged.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: z.object({
    model: pricedModelParam(),
    ...rangeParams(),
  }),
  checkQuery: rangeOf,
  response: z.strictObject(PriceSeries),
  errors: { ...AMBIGUOUS_MODEL, ...RANGE_OF_90_ERRORS },
  isEmpty: ({ points }) => points.length === 0,
  example: { query: { model: "claude-opus-4-5" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const { series, captures } = await findPriceSeries(db, query.model, rangeOf(query, now));
  capturedAt(captures);
  return series;
});
