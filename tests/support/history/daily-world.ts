import type { Db } from "@/db/client";
import { saveScoreAttachments, saveScoredModels } from "@/db/queries/models/scores/benchmarks";
import { saveCapabilities } from "@/db/queries/models/scores/capabilities";
import { replaceProviderOffers } from "@/db/queries/gpu/gpu";
import { saveModelListings } from "@/db/queries/models/models";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import type { ScoreReport } from "@/lib/domain/models/scores/merge-scores";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { aListing } from "../models/model-facts";
import { everywhere, storeStates } from "../status/status-polls";
import { anArticle, storeNews } from "../news/stored-articles";

export const opus = (over: Partial<ModelListing> = {}): ModelListing =>
  aListing({
    providerId: "anthropic",
    modelId: "claude-opus-4-5",
    makerId: "anthropic",
    name: "Claude Opus 4.5",
    inputPrice: 5,
    outputPrice: 25,
    ...over,
  });
export const hostedOpus = (over: Partial<ModelListing> = {}): ModelListing =>
  opus({ providerId: "amazon-bedrock", modelId: "anthropic.claude-opus-4-5", isMakersListing: false, ...over });
export const unpriced = (): ModelListing =>
  aListing({ providerId: "meta", modelId: "llama-9", makerId: "meta", name: "Llama 9", inputPrice: null, outputPrice: null });

export async function storeListings(db: Db, listings: readonly ModelListing[], readAt: Date): Promise<void> {
  await saveModelListings(
    db,
    listings.map((listing) => ({ ...listing, modelKey: listing.modelId.toLowerCase(), hash: JSON.stringify(listing) })),
  );
  await recordSourceOutcomes(db, [{ source: "models/models.dev", dataset: "models", at: readAt, fault: null }]);
}

const aReport = (value: number): ScoreReport => ({
  value,
  kind: "independent",
  variant: "Verified",
  config: null,
  source: "swe-bench",
  sourceUrl: null,
  date: null,
  others: [],
});

export async function storeOpusScores(db: Db, scores: Readonly<Record<string, number>>, readAt: Date): Promise<void> {
  const reports = Object.fromEntries(Object.entries(scores).map(([benchmark, value]) => [benchmark, aReport(value)]));
  await saveScoredModels(db, [
    {
      key: "anthropic/claude-opus-4-5",
      name: "Claude Opus 4.5",
      makerId: "anthropic",
      released: null,
      scores: reports,
      hash: JSON.stringify(scores),
    },
  ]);
  await saveCapabilities(db, [
    {
      model: "anthropic/claude-opus-4-5",
      ability: 150.2,
      low: 148.6,
      high: 151.8,
      code: 150.9,
      maths: 148.3,
      scores: 3,
      unranked: null,
      estimates: { math: { score: 97.1, low: 94, high: 100 } },
      index: { value: 149.9, low: 147.2, high: 152.1 },
    },
  ]);
  await saveScoreAttachments(db, [{ providerId: "anthropic", modelKey: "claude-opus-4-5", benchmarkKey: "anthropic/claude-opus-4-5" }]);
  await recordSourceOutcomes(db, [{ source: "benchmarks/swebench", dataset: "benchmarks", at: readAt, fault: null }]);
}

export async function storeGpuOffer(db: Db, readAt: Date): Promise<void> {
  await replaceProviderOffers(db, "runpod", [
    {
      id: "runpod/live/h100",
      provider: "runpod",
      gpuRaw: "H100 SXM",
      gpu: "H100",
      vramGb: 80,
      tier: null,
      region: null,
      instance: null,
      gpusPerInstance: 1,
      onDemandUsdHour: 2.5,
      spotUsdHour: null,
      availableCount: null,
      priceKind: "list",
      isLive: true,
      source: "gpu_prices/runpod",
      sourceUrl: "https://example.org/pricing",
      note: null,
      seenAt: readAt,
    },
  ]);
  await recordSourceOutcomes(db, [{ source: "gpu_prices/runpod", dataset: "gpu_prices", at: readAt, fault: null }]);
}

export async function readEverything(db: Db, readAt: Date): Promise<void> {
  await storeListings(db, [opus(), hostedOpus(), unpriced()], readAt);
  await storeOpusScores(db, { swe_bench: 80.9, gpqa_diamond: 87 }, readAt);
  await storeStates(db, readAt, everywhere("operational"));
  await storeNews(
    db,
    [
      anArticle({ providers: ["anthropic"], publishedAt: readAt }),
      anArticle({ providers: ["openai", "anthropic"], publishedAt: new Date(readAt.getTime() - 3 * 86_400_000) }),
    ],
    readAt,
  );
  await storeGpuOffer(db, readAt);
}

export const EMPTIED =
  "snapshots, listing_spans, score_spans, capability_spans, capabilities, attention_days, status_snapshot_rows, crawler_snapshot_rows, gpu_days, model_listings, model_aliases, benchmark_models, benchmark_listings, articles, gpu_offers, crawler_hits, status_services, status_polls, status_days, status_transitions, incidents, sources, dataset_versions, job_runs, repositories, repository_star_days";
