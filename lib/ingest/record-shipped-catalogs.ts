import type { Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { agents, agentsUpdated } from "@/lib/catalogs/agents-directory";
import { bundledScores } from "@/lib/catalogs/benchmarks";
import { revisionTime } from "@/lib/catalogs/catalog-entries";
import { embeddingModels, embeddingsUpdated } from "@/lib/catalogs/embeddings";
import { bundledGpuOffers, gpuPricesAsOf } from "@/lib/catalogs/gpu-pricing";
import { harnesses, harnessesUpdated } from "@/lib/catalogs/harnesses";
import { bundledModels } from "@/lib/catalogs/models";
import { multimodalModels, multimodalUpdated } from "@/lib/catalogs/multimodal";
import { bundledRetirements, retirementsAsOf } from "@/lib/catalogs/retirements";
import { vectorDatabases, vectorDatabasesUpdated } from "@/lib/catalogs/vector-dbs";
import type { DatasetName } from "@/lib/datasets";
import { shippedSourceOf } from "@/lib/domain/freshness/dataset-capture";

const SHIPPED: readonly (readonly [DatasetName, string, number])[] = [
  ["agents_directory", agentsUpdated, agents.length],
  ["embeddings", embeddingsUpdated, embeddingModels.length],
  ["harnesses", harnessesUpdated, harnesses.length],
  ["multimodal", multimodalUpdated, multimodalModels.length],
  ["vector_dbs", vectorDatabasesUpdated, vectorDatabases.length],
  ["models", bundledModels.asOf, bundledModels.observations.length],
  ["retirements", retirementsAsOf, bundledRetirements.length],
  ["benchmarks", bundledScores.asOf, bundledScores.observations.length],
  ["gpu_prices", gpuPricesAsOf, bundledGpuOffers.length],
];

/**
 * Records shipped catalogs with the time of their last revision by people. Neither loading nor a start
 * makes them newer.
 */
export async function recordShippedCatalogs(db: Db): Promise<void> {
  await recordSourceOutcomes(
    db,
    SHIPPED.map(([dataset, day, itemCount]) => ({
      source: shippedSourceOf(dataset),
      dataset,
      at: revisionTime(day),
      fault: null,
      itemCount,
    })),
  );
}
