import { inTransaction } from "@/db/client";
import { countScoreObservations } from "@/db/queries/models/scores/benchmarks";
import { attachStoredScores } from "@/lib/ingest/models/scores/attach-stored-scores";
import { storeScores } from "@/lib/ingest/models/scores/store-scores";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { offload } from "@/lib/sources/workers/offload";
import { defineJob } from "./define";
import { countReads, readDocument, readWhole, recordReads } from "@/lib/ingest/read-whole-source";

const TIMEOUT_MS = 60_000;

export const refreshBenchmarks = defineJob({
  name: "refresh-benchmarks",
  summary: "Reads the published score tables of SWE-bench and Epoch AI and merges them by model",
  cadence: { weeklyOn: "mon", at: "06:30" },
  writes: ["benchmarks"],
  timeoutSeconds: 180,
  runsAtStart: true,
  async run({ db, http, now, log }) {
    const previous = await countScoreObservations(db);
    const reads = await Promise.all(
      scoreReaders.map(async ({ name, url, maxBytes }) => {
        const source = `benchmarks/${name}`;
        const read = await readWhole({
          source,
          dataset: "benchmarks",
          at: now,
          previousCount: previous.get(name) ?? null,
          countOf: ({ scores }) => scores.length,
          read: () =>
            readDocument(http, { source, url, maxBytes, timeoutMs: TIMEOUT_MS }, ({ bytes, contentType }) =>
              offload("readScores", { source: name, bytes, contentType }),
            ),
        });
        return { name, ...read };
      }),
    );
    const replacing = new Map(reads.flatMap(({ name, content }) => (content ? [[name, content.scores] as const] : [])));
    const change = replacing.size === 0 ? null : await storeScores(db, replacing, now);
    const attached = change ? { attached: await attachStoredScores(db, now) } : null;
    await inTransaction(db, (tx) => recordReads(tx, reads));
    return { ...countReads(reads, log), ...change, ...attached };
  },
});
