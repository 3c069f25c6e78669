import type { Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { agents } from "@/lib/catalogs/agents-directory";
import { embeddingModels } from "@/lib/catalogs/embeddings";
import { harnesses } from "@/lib/catalogs/harnesses";
import { multimodalModels } from "@/lib/catalogs/multimodal";
import { vectorDatabases } from "@/lib/catalogs/vector-dbs";
import type { DatasetName } from "@/lib/datasets";

const COUNTS: readonly (readonly [DatasetName, number])[] = [
  ["agents_directory", agents.length],
  ["embeddings", embeddingModels.length],
  ["harnesses", harnesses.length],
  ["multimodal", multimodalModels.length],
  ["vector_dbs", vectorDatabases.length],
];

/** The files are the only source of these catalogs, so each start counts as a reading. */
export async function recordEditorialCatalogs(db: Db, now: Date): Promise<void> {
  await recordSourceOutcomes(
    db,
    COUNTS.map(([dataset, itemCount]) => ({ source: `${dataset}/catalog`, dataset, at: now, fault: null, itemCount })),
  );
}
