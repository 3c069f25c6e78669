import { inTransaction } from "@/db/client";
import { countModelObservations, listPriceSourceStates } from "@/db/queries/models/models";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { SELLERS_LISTS } from "@/lib/domain/models/seller-absences";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { attachStoredScores } from "@/lib/ingest/models/scores/attach-stored-scores";
import { pricingSources } from "@/lib/sources/models/prices/read-prices";
import { offload } from "@/lib/sources/workers/offload";
import { defineJob } from "./define";
import { countReads, readDocument, readWhole, recordReads } from "@/lib/ingest/read-whole-source";

const TIMEOUT_MS = 30_000;

export const refreshPricing = defineJob({
  name: "refresh-pricing",
  summary: "Reads models and prices from models.dev, checks them against LiteLLM and OpenRouter, and merges them by provider and id",
  cadence: { everyHours: 6 },
  writes: ["models"],
  timeoutSeconds: 120,
  runsAtStart: true,
  async run({ db, http, now, signal, log }) {
    const previous = await countModelObservations(db);
    const reads = await Promise.all(
      pricingSources.map(async ({ name, url, maxBytes }) => {
        const source = `models/${name}`;
        const read = await readWhole({
          source,
          dataset: "models",
          at: now,
          previousCount: previous.get(name) ?? null,
          countOf: ({ observations }) => observations.length,
          read: () =>
            readDocument(http, { source, url, maxBytes, timeoutMs: TIMEOUT_MS }, ({ bytes, contentType }) =>
              offload("readPriceObservations", { source: name, bytes, contentType }),
            ),
        });
        return { name, ...read };
      }),
    );
    const unknownProviders = [...new Set(reads.flatMap(({ content }) => content?.unknownProviders ?? []))];
    if (unknownProviders.length > 0) log("providers outside our table", { unknownProviders: unknownProviders.slice(0, 100) });
    const readAt: Partial<Record<ReadingSource, Date>> = {};
    for (const { source, lastReadAt } of await listPriceSourceStates(db)) if (lastReadAt) readAt[source] = lastReadAt;
    for (const { name, outcome } of reads) if (outcome.fault === null) readAt[name] = now;
    const replacing = new Map(
      reads.flatMap(({ name, content }) => (content ? [[name as ReadingSource, content.observations] as const] : [])),
    );
    const complete = reads.flatMap(({ name, outcome }) => (outcome.fault === null ? [name] : []));
    const isMerged = replacing.size > 0 || complete.some((name) => SELLERS_LISTS[name] !== undefined);
    const change = isMerged ? await storeCatalog(db, { now, replacing, readAt, complete, signal }) : null;
    if (change) await attachStoredScores(db, now);
    // Written last: a run that dies before this point does not count as a reading.
    await inTransaction(db, (tx) => recordReads(tx, reads));
    return { ...countReads(reads, log), unknown_providers: unknownProviders.length, ...change };
  },
});
