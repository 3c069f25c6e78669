import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { dbOf, openConnection } from "@/db/connection";
import type { Db } from "@/db/client";
import { listSnapshots } from "@/db/queries/history/history";
import { listModels } from "@/db/queries/models/models";
import { listScoresOn } from "@/db/queries/models/scores/score-history";
import { openDatabase } from "@/lib/server/start/open-database";
import { statusPages } from "@/lib/catalogs/status-pages";
import { createPostgresDatabase } from "../support/stores/drivers";
import { plantThreeYears } from "../support/history/three-years";
import { fundedToken } from "../support/money/money";
import { stopPostgresIn } from "../support/stores/postgres";
import type { HistoryWorld } from "./history-calls.mjs";

/** Prepares a database with three years of history, and accounts that can pay for the calls. */

const ACCOUNTS = 64;
const CREDITS = 1_000_000;

const [folder, driver] = process.argv.slice(2) as [string, "pg" | "pglite"];

async function worldOf(db: Db): Promise<HistoryWorld> {
  const days = (await listSnapshots(db, "pricing")).map(({ date }) => date);
  const models = (await listModels(db, { scope: "makers" }))
    .filter(({ inputPrice }) => inputPrice !== null)
    .map(({ providerId, modelId }) => `${providerId}/${modelId}`);
  // Only scores with at least a year of history.
  const scored = (await listScoresOn(db, days.at(-366) as string)).map(({ benchmarkKey, benchmark }) => ({
    model: benchmarkKey,
    benchmark,
  }));
  return { models, scored, providers: [...new Set(statusPages.map(({ provider }) => provider))], days };
}

async function fill(db: Db): Promise<void> {
  const counts = await plantThreeYears(db);
  const tokens: string[] = [];
  for (let index = 0; index < ACCOUNTS; index++) tokens.push((await fundedToken(db, CREDITS)).token);
  process.send?.({ counts, tokens, world: await worldOf(db), variables });
}

const variables: Record<string, string> = { DATA_DIR: join(folder, "data") };
if (driver === "pg") {
  // A realistic cache for this much data.
  process.env.TEST_SHARED_BUFFERS = "256MB";
  process.env.TEST_RUN_FOLDER = join(folder, "run");
  mkdirSync(process.env.TEST_RUN_FOLDER, { recursive: true });
  const { url } = await createPostgresDatabase();
  variables.DATABASE_URL = url;
  const connection = await openConnection({ driver: "pg", url }, "");
  const db = dbOf(connection);
  await fill(db);
  // Autovacuum would start within a minute or two: do its work before the calls, not during them.
  await db.execute(sql`vacuum analyze`);
  await connection.close();
} else {
  process.env.DATA_DIR = variables.DATA_DIR;
  delete process.env.DATABASE_URL;
  const { db, close } = await openDatabase(process.cwd());
  await fill(db);
  await close();
}
process.on(
  "message",
  () => void (driver === "pg" ? stopPostgresIn(process.env.TEST_RUN_FOLDER as string) : Promise.resolve()).then(() => process.exit(0)),
);
process.send?.("filled");
