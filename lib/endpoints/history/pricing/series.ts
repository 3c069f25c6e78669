import { z } from "zod";
import { summarisePrices } from "@/lib/domain/history/price-series";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { readPriceHistory } from "@/lib/loaders/history/model-history";
import { requireShortRange, shortRangeParams } from "@/lib/http/require-short-range";
import { textParam } from "@/lib/schemas/params";
import { FreeTier, PriceSeries, seriesEnding, toPriceSummary } from "@/lib/schemas/history/series";

const MAX_DAYS = 7;

const PREMIUM = {
  endpoint: "/api/premium/history/pricing/series",
  max_range_days: 90,
  credits_per_call: 1,
  note: "The same series over a longer range.",
};

export const pricingSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/pricing/series",
  tag: "History",
  summary: "Daily prices of one model over up to 7 days, USD per 1M tokens",
  description:
    "One point per captured day; days without a snapshot of this model are left out, never filled in. A bare id or name means its maker's listing, `provider/id` any listing. Blended is the mean of input and output.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    model: textParam(200).meta({ missing: "model_required", description: "Model id or name, or provider/id" }),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({ ...PriceSeries, ...FreeTier }),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }) },
  csv: ({ points }) => ({
    columns: ["date", "input", "output", "blended"],
    rows: points.map((point) => [point.date, point.input, point.output, point.blended]),
  }),
  example: { query: { model: "claude-opus-4-5" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const history = await readPriceHistory(db, query.model, range);
  capturedAt(history.capturedAt);
  const { model, modelId, provider, points } = history;
  return {
    model,
    model_id: modelId,
    provider,
    range,
    summary: toPriceSummary(summarisePrices(points, range.days)),
    ...seriesEnding(points, PREMIUM),
  };
});
