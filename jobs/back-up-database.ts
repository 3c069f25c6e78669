import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { copyDatabaseFolder } from "@/db/backup/copy-folder";
import { listBackupFiles } from "@/db/backup/files";
import { connection } from "@/db/database";
import { env } from "@/lib/config/env";
import { defineJob, type JobCounts } from "./define";

const OUTPUT_LENGTH = 2000;

/** Runs in a child process. Reading and restoring the whole database would block every call in this one. */
async function packInChild(copy: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ["lib/server/start/run.mjs", "lib/server/backup/backup-cli.ts", "pack-daily", copy], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-OUTPUT_LENGTH)));
  }
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the backup ended with ${code}: ${output.trim()}`);
}

export const backUpDatabase = defineJob({
  name: "back-up-database",
  summary:
    "Writes a backup of the embedded database, restores it into a scratch folder and checks the ledger there; keeps seven, of 2 GB at most",
  cadence: { dailyAt: "02:40" },
  writes: [],
  timeoutSeconds: 3600,
  isEmbeddedOnly: true,
  async run({ signal }) {
    const opened = await connection();
    if (opened.driver !== "pglite") {
      return { skipped: "this database is not the embedded one: `npm run backup -- create` backs it up by hand" };
    }
    const copy = await copyDatabaseFolder(opened.client, env().DATA_DIR);
    try {
      await packInChild(copy, signal);
    } finally {
      // A killed child leaves its copy behind.
      rmSync(copy, { recursive: true, force: true });
    }
    const files = listBackupFiles(env().DATA_DIR);
    const counts: JobCounts = { bytes: files[0]?.bytes ?? 0, backups: files.length };
    return counts;
  },
});
