import { z } from "zod";
import { listScoredListings, listScoredModels } from "@/db/queries/models/scores/benchmarks";
import { findProvider } from "@/lib/catalogs/providers";
import { benchmarkKinds, scoresAsOf, scoreSources } from "@/lib/catalogs/score-sources";
import { groupBy } from "@/lib/domain/basics/group-by";
import { utcDay } from "@/lib/domain/basics/date-range";
import type { ScoredModel, ScoreReport } from "@/lib/domain/models/scores/merge-scores";
import type { ListingEnd } from "@/lib/domain/models/retirements/listing-end";
import { lifeOf, type Unlisted } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { oncePerDay } from "@/lib/loaders/freshness/once-per-version";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { recentSources } from "@/lib/loaders/freshness/recent-sources";
import { shownNames } from "@/lib/loaders/models/all-listings";
import { BENCHMARK_IDS, type BenchmarkId } from "@/lib/domain/models/scores/benchmark-ids";
import { checkedOnce } from "@/lib/schemas/checked-once";
import { BenchmarkKind, BenchmarkModel, ScoreSourceEntry } from "@/lib/schemas/models/benchmark";

function detailOf({ source, kind, variant, config, date, sourceUrl, others, value }: ScoreReport) {
  const values = [value, ...others.filter((other) => other.variant === variant).map((other) => other.value)];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return {
    source,
    kind,
    variant,
    ...(config === null ? {} : { config }),
    ...(date === null ? {} : { date }),
    ...(sourceUrl === null ? {} : { source_url: sourceUrl }),
    others: others.length,
    ...(lowest === highest ? {} : { lowest, highest }),
  };
}

interface ListedName {
  modelId: string;
  name: string;
  deprecationDate: string | null;
  status: string | null;
  retirement: ListingEnd | null;
  unlisted: Unlisted | null;
}

type NameOf = (listing: ListedName) => string;

function toModel(model: ScoredModel, listings: readonly ListedName[], nameOf: NameOf, today: string): BenchmarkModel {
  const [listing] = listings;
  const reports = BENCHMARK_IDS.flatMap((id) => (model.scores[id] ? [[id, model.scores[id]] as const] : []));
  return {
    model: modelLabel(listing ? nameOf(listing) : model.name),
    id: listing?.modelId ?? null,
    ids: [...new Set(listings.map(({ modelId }) => modelId))],
    provider: findProvider(model.makerId)?.name ?? model.makerId,
    providerId: model.makerId,
    released: model.released?.slice(0, 7) ?? null,
    status: listing ? lifeOf(listing, today) : null,
    deprecationDate: listing?.deprecationDate ?? null,
    scores: Object.fromEntries(reports.map(([id, report]) => [id, report.value])) as Partial<Record<BenchmarkId, number>>,
    details: Object.fromEntries(reports.map(([id, report]) => [id, detailOf(report)])),
  };
}

const scoredModels = oncePerDay(["models", "benchmarks"], async (db, today) => {
  const [scored, listings, nameOf] = [await listScoredModels(db), await listScoredListings(db), await shownNames(db)];
  const listingsOf = groupBy(listings, ({ benchmarkKey }) => benchmarkKey);
  const shown = scored.filter(({ scores }) => Object.keys(scores).length > 0);
  return shown.map((model) => toModel(model, listingsOf.get(model.key) ?? [], nameOf, today));
});

export const benchmarks = defineEndpoint({
  method: "GET",
  path: "/api/benchmarks",
  tag: "Models",
  summary: "Benchmark scores by model, each with source, date and kind",
  description:
    "Five benchmarks, 0 to 100. A vendor's own figure is shown where there is one, else an independent measurement. " +
    "`details` says where each score is from and which task set it stands for; only scores of one variant are comparable. A missing score is left out; /docs/guides/capability says how one is estimated, in words and as a formula.",
  access: free(),
  reads: ["benchmarks"],
  maxAgeSeconds: 300,
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.iso.date(),
    count: z.int(),
    benchmarks: z.array(BenchmarkKind),
    models: z.array(checkedOnce(BenchmarkModel)),
    sources: z.array(ScoreSourceEntry),
  }),
  csv: ({ models }) => ({
    columns: ["provider", "id", "model", "released", ...BENCHMARK_IDS],
    rows: models.map((model) => [model.providerId, model.id, model.model, model.released, ...BENCHMARK_IDS.map((id) => model.scores[id])]),
  }),
  example: {},
}).handle(async ({ db, now, siteName }) => {
  const [models, states] = [await scoredModels(db, utcDay(now)), await recentSources(db, "benchmarks")];
  const captured = await recentCapture(db, "benchmarks", now);
  const stateOf = new Map(states.map((state) => [state.id.slice("benchmarks/".length), state]));
  return {
    source: siteName,
    lastUpdated: captured ? utcDay(captured) : scoresAsOf,
    count: models.length,
    benchmarks: benchmarkKinds.map(({ id, name, description, max_score, unit, url }) => ({
      id: id as BenchmarkId,
      name,
      description,
      maxScore: max_score,
      unit,
      sourceUrl: url,
    })),
    models,
    sources: scoreSources.map(({ key, name, url, license }) => {
      const state = stateOf.get(key);
      return { key, name, url, license, last_read_at: state?.lastReadAt?.toISOString() ?? null, fault: state?.lastFault ?? null };
    }),
  };
});
