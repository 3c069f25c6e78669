import { inTransaction, type Db } from "@/db/client";
import {
  deleteScoreAttachments,
  listScoreAttachments,
  listScoredModels,
  saveScoreAttachments,
} from "@/db/queries/models/scores/benchmarks";
import { listModels } from "@/db/queries/models/models";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { companyOf } from "@/lib/catalogs/providers";
import { attachScores } from "@/lib/domain/models/scores/attach-scores";

/** Call this after scores or makers' listings have changed. */
export async function attachStoredScores(db: Db, now: Date): Promise<number> {
  const [listings, models, before] = [
    await listModels(db, { scope: "makers" }),
    await listScoredModels(db),
    await listScoreAttachments(db),
  ];
  const rows = attachScores(listings, models, companyOf).map(({ modelId, ...row }) => ({ ...row, modelKey: modelId.toLowerCase() }));
  const keyOf = (row: { providerId: string; modelKey: string }): string => `${row.providerId}/${row.modelKey}`;
  const attached = new Map(before.map((row) => [keyOf(row), row.benchmarkKey]));
  const present = new Set(rows.map(keyOf));
  const changed = rows.filter((row) => attached.get(keyOf(row)) !== row.benchmarkKey);
  const gone = before.filter((row) => !present.has(keyOf(row)));
  if (changed.length + gone.length === 0) return rows.length;
  await inTransaction(db, async (tx) => {
    await deleteScoreAttachments(tx, gone);
    await saveScoreAttachments(tx, changed);
    await bumpVersion(tx, "benchmarks", now);
  });
  return rows.length;
}
