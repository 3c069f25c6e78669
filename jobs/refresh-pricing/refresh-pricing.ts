import { inTransaction, type Db } from "@/db/client";
import { countModelObservations, listPriceSourceStates } from "@/db/queries/models/models";
import { bumpVersion, recordSourceOutcomes, saveValidators } from "@/db/queries/freshness/operations";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { pricingSources } from "@/lib/sources/models/prices/read-prices";
import { defineJob, type JobCounts } from "@/jobs/define";
import { readPriceSource, type PriceSourceRead } from "./read-sources";
import { storeCatalog, type CatalogChange } from "@/lib/ingest/models/store-catalog";
import { attachStoredScores } from "@/lib/ingest/models/scores/attach-stored-scores";

/** Written last: a run that dies before this point does not count as a reading. */
async function recordReadings(db: Db, reads: readonly PriceSourceRead[], now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await recordSourceOutcomes(
      tx,
      reads.map((read) => read.outcome),
    );
    for (const read of reads) if (read.validators) await saveValidators(tx, read.outcome.source, read.url, read.validators);
    await bumpVersion(tx, "models", now);
  });
}

async function storeReadings(db: Db, reads: readonly PriceSourceRead[], now: Date, signal: AbortSignal): Promise<CatalogChange | null> {
  const readAt: Partial<Record<ReadingSource, Date>> = {};
  for (const state of await listPriceSourceStates(db)) if (state.lastReadAt) readAt[state.source] = state.lastReadAt;
  for (const read of reads) if (read.outcome.fault === null) readAt[read.source] = now;
  const replacing = new Map(
    reads.flatMap((read) => (read.observations ? [[read.source as ReadingSource, read.observations] as const] : [])),
  );
  return replacing.size === 0 ? null : storeCatalog(db, { now, replacing, readAt, signal });
}

export const refreshPricing = defineJob({
  name: "refresh-pricing",
  summary: "Reads models and prices from models.dev, checks them against LiteLLM and OpenRouter, and merges them by provider and id",
  cadence: { everyHours: 6 },
  writes: ["models"],
  timeoutSeconds: 120,
  runsAtStart: true,
  async run({ db, http, now, signal, log }): Promise<JobCounts | { skipped: string }> {
    const counts = await countModelObservations(db);
    const reads = await Promise.all(pricingSources.map((source) => readPriceSource(source, http, counts.get(source.name) ?? null, now)));
    const failed = reads.filter((read) => read.outcome.fault !== null);
    for (const read of failed) log("price source not read", { source: read.source, fault: read.outcome.fault, error: read.outcome.error });
    const unknownProviders = [...new Set(reads.flatMap((read) => read.unknownProviders))];
    if (unknownProviders.length > 0) log("providers outside our table", { unknownProviders: unknownProviders.slice(0, 100) });
    const change = await storeReadings(db, reads, now, signal);
    if (change) await attachStoredScores(db, now);
    await recordReadings(db, reads, now);
    if (failed.length === reads.length) {
      return { skipped: `no price source could be read: ${failed.map((read) => `${read.source} ${read.outcome.fault}`).join(", ")}` };
    }
    return { read: reads.length - failed.length, failed: failed.length, unknown_providers: unknownProviders.length, ...change };
  },
});
