import type { Db } from "@/db/client";
import type { SnapshotRecord } from "@/db/queries/history/history";
import { listListingSpans, type ListingSpan } from "@/db/queries/history/listing-history";
import { listScoreSpans } from "@/db/queries/models/scores/score-history";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { summariseScores, type ScorePoint } from "@/lib/domain/history/benchmark-series";
import type { DateRange } from "@/lib/domain/basics/date-range";
import { spansByDay } from "@/lib/domain/history/history-spans";
import { modelLabel } from "@/lib/domain/models/model-label";
import { lifeNotes } from "@/lib/domain/models/model-life";
import { listingKey } from "@/lib/domain/models/model-listing";
import { pricePoint, summarisePrices, type PricePoint } from "@/lib/domain/history/price-series";
import type { BenchmarkId } from "@/lib/domain/models/scores/benchmark-ids";
import { capturedDaysIn } from "./captured-days";
import { closestModels, unknownModelNote } from "../models/closest-models";
import { listingsByKey } from "../models/all-listings";
import { findModel } from "../models/find-model";
import { findScoredModel } from "../models/scores/find-scored-model";

export interface ModelHistory<Point> {
  /** Canonical name; the caller's text when no model matches. */
  model: string;
  /** `provider/id` of the listing; null for scores and for an unknown model. */
  modelId: string | null;
  provider: string | null;
  /** Captured days that have a value, oldest first. */
  points: Point[];
  /** Capture times of the points' days. */
  capturedAt: Date[];
  /** `provider/id` of models with a similar name; empty for a known model. */
  candidates: string[];
  notes: string[];
}

async function emptyHistory(db: Db, key: string): Promise<ModelHistory<never>> {
  const candidates = await closestModels(db, key);
  return { model: key, modelId: null, provider: null, points: [], capturedAt: [], candidates, notes: [unknownModelNote(key, candidates)] };
}
const datesOf = (snapshots: readonly SnapshotRecord[]): string[] => snapshots.map(({ date }) => date);

function capturesOf(snapshots: readonly SnapshotRecord[], points: readonly { date: string }[]): Date[] {
  const days = new Set(points.map(({ date }) => date));
  return snapshots.filter(({ date }) => days.has(date)).map(({ capturedAt }) => capturedAt);
}

function pointsOf(spans: readonly ListingSpan[], dates: readonly string[]): PricePoint[] {
  return spansByDay(spans, dates).flatMap(({ date, value: { inputPrice, outputPrice } }) =>
    inputPrice === null || outputPrice === null ? [] : [pricePoint(date, inputPrice, outputPrice)],
  );
}

export async function readPriceHistory(db: Db, key: string, range: DateRange): Promise<ModelHistory<PricePoint>> {
  const model = await findModel(db, key);
  if (!model) return emptyHistory(db, key);
  const [snapshots, spans] = await Promise.all([
    capturedDaysIn(db, "pricing", range),
    listListingSpans(db, model.providerId, model.modelIds, range),
  ]);
  const points = pointsOf(spans, datesOf(snapshots));
  const listing = (await listingsByKey(db)).get(listingKey(model));
  return {
    model: modelLabel(model.name),
    modelId: `${model.providerId}/${model.modelId}`,
    provider: providerName(model.providerId),
    points,
    capturedAt: capturesOf(snapshots, points),
    candidates: [],
    notes: [...model.notes, ...(listing ? lifeNotes([listing], range.to) : [])],
  };
}

export async function readScoreHistory(db: Db, key: string, benchmark: string, range: DateRange): Promise<ModelHistory<ScorePoint>> {
  const model = await findScoredModel(db, key);
  if (!model) return emptyHistory(db, key);
  const { benchmarkKey } = model;
  const [snapshots, spans] = await Promise.all([
    capturedDaysIn(db, "benchmarks", range),
    benchmarkKey === null ? [] : listScoreSpans(db, benchmarkKey, benchmark, range),
  ]);
  const points = spansByDay(spans, datesOf(snapshots)).map(({ date, value }) => ({ date, score: value.score }));
  return {
    model: modelLabel(model.name),
    modelId: null,
    provider: providerName(model.makerId),
    points,
    capturedAt: capturesOf(snapshots, points),
    candidates: [],
    notes: benchmarkKey === null ? [...model.notes, "No source that is read here has a score of this model."] : model.notes,
  };
}

export async function findPriceSeries(db: Db, key: string, range: DateRange) {
  const { model, modelId, provider, points, capturedAt, notes } = await readPriceHistory(db, key, range);
  const summary = summarisePrices(points, range.days);
  return {
    series: { model, model_id: modelId, provider, range, resolution: "daily" as const, points, summary, notes },
    captures: capturedAt,
  };
}

export async function findScoreSeries(db: Db, key: string, benchmark: BenchmarkId, range: DateRange) {
  const { model, provider, points, capturedAt, notes } = await readScoreHistory(db, key, benchmark, range);
  const summary = summariseScores(points, range.days);
  return { series: { model, provider, benchmark, range, resolution: "daily" as const, points, summary, notes }, captures: capturedAt };
}
