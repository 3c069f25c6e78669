import type { Db } from "@/db/client";
import { jobs } from "@/jobs";
import type { RunOutcome } from "@/jobs/run";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { backdateHistory } from "./history/backdate-history";
import { fundContractTokens } from "./contract/contract-tokens";
import { storeExampleReceipt } from "./receipts/example-receipt";

/** They read what the other jobs stored. */
const LAST = ["cluster-news", "capture-snapshots", "write-price-book"];

type OnRun = (name: string, outcome: RunOutcome) => void;

export async function runEveryJob(db: Db, onRun: OnRun = () => undefined): Promise<void> {
  const run = async (name: string): Promise<void> => onRun(name, await runNamedJob(db, { name }));
  // Only the backup's own test needs a backup, which takes ten seconds.
  for (const { name, isEmbeddedOnly } of jobs) if (!LAST.includes(name) && !isEmbeddedOnly) await run(name);
  for (const name of LAST) await run(name);
}

/**
 * Fills a database like a first hour of service. It runs every job once on the documents of
 * SOURCES_REPLAY_DIR, and returns the day of its receipt log.
 */
export async function fillWorld(db: Db, onRun?: OnRun): Promise<string> {
  const loggedOn = await storeExampleReceipt(db);
  await runEveryJob(db, onRun);
  await backdateHistory(db);
  await fundContractTokens(db);
  return loggedOn;
}
