import { createHash } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { listPriceSourceStates, saveModelAliases } from "@/db/queries/models/models";
import { bumpVersion, forgetValidators, isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { pricingSources } from "@/lib/sources/models/prices/read-prices";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { revisionTime } from "@/lib/catalogs/catalog-entries";
import { storeRetirements } from "./retirements/store-retirements";
import { storeCatalog } from "./store-catalog";
import { attachStoredScores } from "./scores/attach-stored-scores";
import { storeScores } from "./scores/store-scores";

const CATALOG = "models-and-benchmarks";
/** Increment when the readers or the merge change. Stored data is then merged again, and the sources are read in full. */
const MERGE_VERSION = 2;

async function digestOfFiles(): Promise<string> {
  const files = await Promise.all([
    import("@/lib/catalogs/models.json"),
    import("@/lib/catalogs/price-sources.json"),
    import("@/lib/catalogs/benchmarks.json"),
    import("@/lib/catalogs/score-sources.json"),
    import("@/lib/catalogs/providers.json"),
    import("@/lib/catalogs/retirements.json"),
  ]);
  const hash = createHash("sha256").update(`${MERGE_VERSION}`);
  for (const file of files) hash.update(JSON.stringify(file.default));
  return hash.digest("hex");
}

/** Stores the bundled models and scores; live readings take precedence. Does nothing when these file versions are already loaded. */
export async function loadModelCatalogs(db: Db, now: Date): Promise<number> {
  const digest = await digestOfFiles();
  if (await isCatalogLoaded(db, CATALOG, digest)) return 0;
  const [{ bundledModels }, { bundledScores }] = [await import("@/lib/catalogs/models"), await import("@/lib/catalogs/benchmarks")];
  const { bundledStatements } = await import("@/lib/catalogs/retirements");
  const readings = new Map(
    bundledStatements.map(({ source, readOn, statements }) => [source, { statements, readAt: revisionTime(readOn) }] as const),
  );
  await storeRetirements(db, { now, readings });
  const readAt: Partial<Record<ReadingSource, Date>> = {};
  for (const state of await listPriceSourceStates(db)) if (state.lastReadAt) readAt[state.source] = state.lastReadAt;
  const change = await storeCatalog(db, { now, replacing: new Map([["bundled", bundledModels.observations.map(withHash)]]), readAt });
  await storeScores(db, new Map([["bundled", bundledScores.observations]]), now);
  await attachStoredScores(db, now);
  await inTransaction(db, async (tx) => {
    await saveModelAliases(tx, bundledModels.aliases);
    for (const source of pricingSources) await forgetValidators(tx, `models/${source.name}`);
    for (const source of scoreReaders) await forgetValidators(tx, `benchmarks/${source.name}`);
    await recordCatalogLoad(tx, CATALOG, digest, now);
    await bumpVersion(tx, "models", now);
  });
  return change.listings;
}
