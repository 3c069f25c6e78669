import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { jobs } from "@/jobs";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { openDatabase } from "@/lib/server/start/open-database";
import { backdateHistory } from "./history/backdate-history";
import { fundContractTokens } from "./contract/contract-tokens";
import { storeExampleReceipt } from "./receipts/example-receipt";

/** Fills the configured database like a first hour of service: runs every job once on the documents of SOURCES_REPLAY_DIR. */
const { db, close } = await openDatabase(process.cwd());
const LAST = "capture-snapshots";

async function run(name: string): Promise<void> {
  const outcome = await runNamedJob(db, { name });
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`);
}

await storeExampleReceipt(db);
// Only the backup's own test needs a backup, which takes ten seconds.
for (const { name, isEmbeddedOnly } of jobs) if (name !== LAST && !isEmbeddedOnly) await run(name);
// The replayed documents hold no scores; the bundled ones count as just read.
await recordSourceOutcomes(
  db,
  scoreReaders.map(({ name }) => ({ source: `benchmarks/${name}`, dataset: "benchmarks" as const, at: new Date(), fault: null })),
);
await run(LAST);
await backdateHistory(db);
await fundContractTokens(db);
await close();
process.exit(0);
