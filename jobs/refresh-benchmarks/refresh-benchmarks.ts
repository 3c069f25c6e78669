import { inTransaction } from "@/db/client";
import { countScoreObservations } from "@/db/queries/models/scores/benchmarks";
import { bumpVersion, recordSourceOutcomes, saveValidators } from "@/db/queries/freshness/operations";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { defineJob, type JobCounts } from "@/jobs/define";
import { attachStoredScores } from "@/lib/ingest/models/scores/attach-stored-scores";
import { readScoreSource } from "./read-score-source";
import { storeScores } from "@/lib/ingest/models/scores/store-scores";

export const refreshBenchmarks = defineJob({
  name: "refresh-benchmarks",
  summary: "Reads the published score tables of SWE-bench and Epoch AI and merges them by model",
  cadence: { weeklyOn: "mon", at: "06:30" },
  writes: ["benchmarks"],
  timeoutSeconds: 180,
  runsAtStart: true,
  async run({ db, http, now, log }): Promise<JobCounts | { skipped: string }> {
    const counts = await countScoreObservations(db);
    const reads = await Promise.all(scoreReaders.map((source) => readScoreSource(source, http, counts.get(source.name) ?? null, now)));
    const failed = reads.filter((read) => read.outcome.fault !== null);
    for (const read of failed) log("score source not read", { source: read.source, fault: read.outcome.fault, error: read.outcome.error });
    const replacing = new Map(reads.flatMap((read) => (read.scores ? [[read.source, read.scores] as const] : [])));
    const change = replacing.size === 0 ? null : await storeScores(db, replacing, now);
    const attached = change ? await attachStoredScores(db, now) : null;
    await inTransaction(db, async (tx) => {
      await recordSourceOutcomes(
        tx,
        reads.map((read) => read.outcome),
      );
      for (const read of reads) if (read.validators) await saveValidators(tx, read.outcome.source, read.url, read.validators);
      await bumpVersion(tx, "benchmarks", now);
    });
    if (failed.length === reads.length) {
      return { skipped: `no score source could be read: ${failed.map((read) => `${read.source} ${read.outcome.fault}`).join(", ")}` };
    }
    return { read: reads.length - failed.length, failed: failed.length, ...change, ...(attached === null ? {} : { attached }) };
  },
});
