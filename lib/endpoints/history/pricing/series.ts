import { z } from "zod";
import { listSnapshots } from "@/db/queries/history";
import { listListingSpans, type ListingSpan } from "@/db/queries/listing-history";
import { providerName } from "@/lib/catalogs/load-catalog";
import { spansByDay } from "@/lib/domain/history-spans";
import { modelLabel } from "@/lib/domain/model-label";
import { pricePoint, summarisePrices, type PricePoint } from "@/lib/domain/price-series";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findModel } from "@/lib/http/find-model";
import { requireShortRange, shortRangeParams } from "@/lib/http/require-short-range";
import { textParam } from "@/lib/schemas/params";
import { capturesOfPoints, FreeTier, SeriesRange, seriesEnding } from "@/lib/schemas/series";

const MAX_DAYS = 7;

const PREMIUM = { endpoint: "/api/premium/history/pricing/series", max_range_days: 90, credits_per_call: 1, note: "The same series over a longer range." };

const Point = z.strictObject({ date: z.iso.date(), input: z.number(), output: z.number(), blended: z.number() });

const Summary = z.strictObject({
  first: Point.nullable(),
  latest: Point.nullable(),
  min_blended: z.number().nullable(),
  max_blended: z.number().nullable(),
  delta_pct_blended: z.number().nullable().describe("Null without points, or when the first price is 0"),
  changes_detected: z.int().describe("Points whose input or output price differs from the point before"),
  days_with_data: z.int(),
  days_missing: z.int(),
});

function pointsOf(spans: readonly ListingSpan[], dates: readonly string[]): PricePoint[] {
  return spansByDay(spans, dates).flatMap(({ date, value: { inputPrice, outputPrice } }) => (inputPrice === null || outputPrice === null ? [] : [pricePoint(date, inputPrice, outputPrice)]));
}

export const pricingSeries = defineEndpoint({
  method: "GET",
  path: "/api/history/pricing/series",
  tag: "History",
  summary: "Daily prices of one model over up to 7 days, USD per 1M tokens",
  description: "One point per captured day; days without a snapshot of this model are left out, never filled in. A bare id or name means its maker's listing, `provider/id` any listing. Blended is the mean of input and output.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 300,
  query: z.object({
    model: textParam(200).meta({ missing: "model_required", description: "Model id or name, or provider/id" }),
    ...shortRangeParams(MAX_DAYS),
  }),
  response: z.strictObject({
    model: z.string().describe("Canonical name; as asked when no model is called so"),
    model_id: z.string().nullable().describe("`provider/id` of the listing"),
    provider: z.string().nullable(),
    range: SeriesRange,
    resolution: z.literal("daily"),
    points: z.array(Point),
    summary: Summary,
    ...FreeTier,
  }),
  errors: { ambiguous_model: z.object({ candidates: z.array(z.string()) }) },
  csv: ({ points }) => ({ columns: ["date", "input", "output", "blended"], rows: points.map((point) => [point.date, point.input, point.output, point.blended]) }),
  example: { query: { model: "claude-opus-4-5" } },
}).handle(async ({ query, db, now, capturedAt }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const model = await findModel(db, query.model);
  const snapshots = model ? await listSnapshots(db, "pricing", range.from, range.to) : [];
  const spans = model ? await listListingSpans(db, model.providerId, model.modelIds, range) : [];
  const points = pointsOf(spans, snapshots.map(({ date }) => date));
  capturedAt(capturesOfPoints(snapshots, points));
  const summary = summarisePrices(points, range.days);
  return {
    model: model ? modelLabel(model.name) : query.model,
    model_id: model && `${model.providerId}/${model.modelId}`,
    provider: model && providerName(model.providerId),
    range,
    summary: {
      first: summary.first,
      latest: summary.latest,
      min_blended: summary.minBlended,
      max_blended: summary.maxBlended,
      delta_pct_blended: summary.deltaPctBlended,
      changes_detected: summary.changesDetected,
      days_with_data: summary.daysWithData,
      days_missing: summary.daysMissing,
    },
    ...seriesEnding(points, PREMIUM),
  };
});
