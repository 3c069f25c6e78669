import type { Db } from "@/db/client";
import { saveScoreAttachments, saveScoredModels } from "@/db/queries/models/scores/benchmarks";
import { storeCrawlerBatch } from "@/db/queries/agents/crawlers";
import { bumpVersion } from "@/db/queries/freshness/operations";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { ScoreReport } from "@/lib/domain/models/scores/merge-scores";
import { readEverything, storeListings, opus, unpriced } from "../history/daily-world";
import { aListing } from "./model-facts";
import { anArticle, storeNews } from "../news/stored-articles";

const report = (value: number): ScoreReport => ({
  value,
  kind: "independent",
  variant: "Verified",
  config: null,
  source: "swebench",
  sourceUrl: null,
  date: null,
  others: [],
});

export const gpt = (over: Partial<ModelListing> = {}): ModelListing =>
  aListing({
    providerId: "openai",
    modelId: "gpt-5",
    makerId: "openai",
    name: "GPT-5",
    tier: "flagship",
    inputPrice: 1.25,
    outputPrice: 10,
    contextWindow: 400_000,
    released: "2025-08-07",
    capabilities: ["text", "code"],
    priceReadings: [{ source: "models.dev", inputPrice: 1.25, outputPrice: 10, verifiedAt: null }],
    ...over,
  });

/**
 * Models of three makers, one of them unpriced, and an ambiguous one at two hosts. They have scores,
 * news and hits of one crawler.
 */
export async function storePricedWorld(db: Db, readAt: Date): Promise<void> {
  await readEverything(db, readAt);
  const shared = (providerId: string): ModelListing =>
    aListing({ providerId, modelId: "shared-7b", name: "Shared 7B", isMakersListing: false });
  await storeListings(
    db,
    [
      opus({ tier: "flagship", released: "2025-11-01" }),
      opus({
        modelId: "claude-haiku-5",
        name: "Claude Haiku 5",
        tier: "budget",
        inputPrice: 1,
        outputPrice: 5,
        contextWindow: null,
        released: "2026-02",
      }),
      gpt(),
      unpriced(),
      shared("groq"),
      shared("deepinfra"),
    ],
    readAt,
  );
  await saveScoredModels(db, [
    {
      key: "openai/gpt-5",
      name: "GPT-5",
      makerId: "openai",
      released: null,
      scores: { swe_bench: report(74.9), mmlu_pro: report(87) },
      hash: "gpt-5",
    },
  ]);
  await saveScoreAttachments(db, [{ providerId: "openai", modelKey: "gpt-5", benchmarkKey: "openai/gpt-5" }]);
  await storeNews(
    db,
    [
      anArticle({ title: "Groq opens a region", snippet: "More chips.", publishedAt: readAt }),
      anArticle({ title: "Groqians unite", snippet: "groq in lower case", publishedAt: readAt }),
      anArticle({ providers: ["anthropic"], publishedAt: new Date(readAt.getTime() - 8 * 86_400_000) }),
    ],
    readAt,
  );
  await storeCrawlerBatch(db, {
    buckets: [
      { hour: new Date(Math.floor(readAt.getTime() / 3_600_000) * 3_600_000), bot: "ClaudeBot", pathGroup: "/api/news", hits: 41 },
      { hour: new Date(readAt.getTime() - 30 * 3_600_000), bot: "ClaudeBot", pathGroup: "/api/news", hits: 500 },
    ],
    recent: [],
  });
  for (const dataset of ["models", "benchmarks", "provider_status", "news"] as const) await bumpVersion(db, dataset, readAt);
}
