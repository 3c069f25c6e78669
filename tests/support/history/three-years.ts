import type { Db } from "@/db/client";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { markAsSample } from "@/db/queries/installation";
import { datasetNames } from "@/lib/datasets";
import { EMPTY_FACTS, type ListingFacts } from "@/lib/domain/models/model-listing";
import { cleanPrice } from "@/lib/domain/models/prices/price-units";
import { plantHistory, type HistorySize, type PlantedHistory } from "@/lib/server/seed/history/plant";

const WITHDRAWN_EVERY = 8;
const MAKERS = ["openai", "anthropic", "google", "mistral", "cohere", "deepseek", "xai", "ai21"] as const;

function inventedFacts(number: number): ListingFacts {
  const providerId = MAKERS[number % MAKERS.length] as string;
  const [inputPrice, outputPrice] = [cleanPrice(0.05 * (1 + (number % 60))), cleanPrice(0.2 * (1 + (number % 60)))];
  return {
    ...EMPTY_FACTS,
    providerId,
    modelId: `invented-${number}`,
    name: `Invented ${number}`,
    makerId: providerId,
    tier: "mid",
    inputPrice,
    outputPrice,
    contextWindow: 128_000,
    modalitiesIn: ["text"],
    modalitiesOut: ["text"],
  };
}

/** Invented models of real makers, since a release names too few; an eighth as many were withdrawn. */
export const inventedModels = (count: number): NonNullable<HistorySize["invented"]> => ({
  facts: Array.from({ length: count }, (_, number) => inventedFacts(number)),
  withdrawn: Array.from({ length: Math.floor(count / WITHDRAWN_EVERY) }, (_, number) => `withdrawn-${number}`),
});

/** Three years of a thousand makers' models: more than 1.1 million price points. */
export const THREE_YEARS: HistorySize = { days: 1100, invented: inventedModels(520) };

/** Plants three years that end now into an empty database, which says ever after that it holds samples. */
export async function plantThreeYears(db: Db): Promise<PlantedHistory> {
  await markAsSample(db);
  const planted = await plantHistory(db, THREE_YEARS, new Date());
  for (const dataset of datasetNames) await bumpVersion(db, dataset, new Date());
  return planted;
}
