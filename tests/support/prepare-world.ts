import { jobs } from "@/jobs";
import { runNamedJob } from "@/jobs/commands";
import { openDatabase } from "@/lib/server/open-database";
import { fundContractTokens } from "./contract-tokens";

/** Fills the configured database as a first hour of service would: every job once, on the documents of SOURCES_REPLAY_DIR. */
const { db, close } = await openDatabase(process.cwd());
const isLast = (name: string): boolean => name === "capture-snapshots";
const ordered = [...jobs.filter(({ name }) => !isLast(name)), ...jobs.filter(({ name }) => isLast(name))];
for (const { name } of ordered) {
  const outcome = await runNamedJob(db, { name });
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`);
}
await fundContractTokens(db);
await close();
process.exit(0);
