import { z } from "zod";
import { utcDay, type RequestedRange } from "@/lib/domain/basics/date-range";
import { summarisePrices } from "@/lib/domain/history/price-series";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { readPriceHistory } from "@/lib/loaders/history/model-history";
import { DEFAULT_RANGE_DAYS, RANGE_OF_90_ERRORS, rangeParams, requireDateRange } from "@/lib/http/require-date-range";
import { textParam } from "@/lib/schemas/params";
import { PriceSeries, toPriceSummary } from "@/lib/schemas/history/series";

const MAX_DAYS = 90;

const rangeOf = (query: RequestedRange, now: Date) =>
  requireDateRange(query, { today: utcDay(now), defaultDays: DEFAULT_RANGE_DAYS, maxDays: MAX_DAYS, tooLong: "range_exceeds_90_days" });

export const premiumPricingSeries = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/pricing/series",
  tag: "History",
  summary: "Daily prices of one model over up to 90 days, USD per 1M tokens",
  description:
    "One point per captured day; days without a snapshot of this model are left out, never filled in. A bare id or name means its maker's listing, `provider/id` any listing; a model that is no longer sold keeps its history. Each point can be found again in /api/history/{date}/pricing. A series without points is not charged.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: z.object({
    model: textParam(200).meta({ missing: "model_required", description: "Model id or name, or provider/id" }),
    ...rangeParams(),
  }),
  checkQuery: rangeOf,
  response: z.strictObject(PriceSeries),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }), ...RANGE_OF_90_ERRORS },
  isEmpty: ({ points }) => points.length === 0,
  example: { query: { model: "claude-opus-4-5" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = rangeOf(query, now);
  const history = await readPriceHistory(db, query.model, range);
  capturedAt(history.capturedAt);
  const { model, modelId, provider, points } = history;
  return {
    model,
    model_id: modelId,
    provider,
    range,
    resolution: "daily" as const,
    points,
    summary: toPriceSummary(summarisePrices(points, range.days)),
  };
});
