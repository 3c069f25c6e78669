import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createPostgresDatabase, makeTemplate, type PostgresDatabase } from "../stores/drivers";
import { exclusively, runFolder } from "../stores/run-folder";
import { writeReplayWorld } from "../sources/replay-world";
import { runScript } from "./server";

/** Shared by all servers of a world, as by all instances of one service. */
export const SIGNING_KEY = Buffer.alloc(32, 7).toString("base64url");

/**
 * States are fresh for ten minutes. Copies of the embedded database, whose times stay as they are,
 * have at least half of that left.
 */
const MAX_AGE_MS: Readonly<Record<Driver, number>> = { pglite: 5 * 60_000, pg: Number.POSITIVE_INFINITY };

type Driver = "pglite" | "pg";

interface Prepared {
  /** When its last source had been read. */
  readyAt: number;
  replayDir: string;
  dataDir: string;
  /** Name of the template database on Postgres. Null for the embedded database, which lies in the data folder. */
  template: string | null;
}

async function prepare(driver: Driver, folder: string): Promise<Prepared> {
  const [replayDir, dataDir] = [join(folder, "replay"), join(folder, "data")];
  mkdirSync(dataDir, { recursive: true });
  writeReplayWorld(replayDir, { now: new Date(Date.now() - 60_000), troubled: { groq: "degraded", replicate: "down" } });
  const database = driver === "pg" ? await createPostgresDatabase(false) : null;
  await runScript("tests/support/prepare-world.ts", {
    DATA_DIR: dataDir,
    SOURCES_REPLAY_DIR: replayDir,
    RECEIPT_SIGNING_KEY: SIGNING_KEY,
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  return { readyAt: Date.now(), replayDir, dataDir, template: database && (await makeTemplate(database)) };
}

/** Every job's outcome on the replay world, prepared once per run and driver. */
function preparedOnce(driver: Driver): Promise<Prepared> {
  return exclusively(`world-${driver}`, async () => {
    const file = join(runFolder(), `world-${driver}.json`);
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Prepared) : null;
    if (known && Date.now() - known.readyAt < MAX_AGE_MS[driver]) return known;
    const prepared = await prepare(driver, join(runFolder(), `world-${driver}-${Date.now()}`));
    writeFileSync(file, JSON.stringify(prepared));
    return prepared;
  });
}

/** A copy says that everything was read as long before it as it was before the world was ready. */
async function bringForward({ url }: PostgresDatabase, milliseconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const age = `${milliseconds} milliseconds`;
  await client.query("update sources set last_read_at = last_read_at + $1::interval, last_attempt_at = last_attempt_at + $1::interval", [
    age,
  ]);
  await client.query(
    "update status_services set checked_at = checked_at + $1::interval, read_at = read_at + $1::interval, known_at = known_at + $1::interval",
    [age],
  );
  await client.end();
}

/** Gives a data folder the embedded database of a first start. Creating it would take seconds. */
export async function copyFirstStart(dataDir: string): Promise<void> {
  const prepared = join(runFolder(), "first-start");
  await exclusively("first-start", async () => {
    if (!existsSync(prepared)) await runScript("lib/server/start/migrate.ts", { DATA_DIR: prepared });
  });
  cpSync(prepared, dataDir, { recursive: true });
}

export interface WorldCopy {
  replayDir: string;
  database: PostgresDatabase | null;
}

/** Gives data folders the same content of a first hour of service. On Postgres each has a database beside it. */
export async function copyPreparedWorlds(driver: Driver, dataDirs: readonly string[], isBehindPooler = false): Promise<WorldCopy[]> {
  const { readyAt, replayDir, dataDir: prepared, template } = await preparedOnce(driver);
  const age = Date.now() - readyAt;
  return Promise.all(
    dataDirs.map(async (dataDir) => {
      cpSync(prepared, dataDir, { recursive: true });
      const database = template === null ? null : await createPostgresDatabase(isBehindPooler, template);
      if (database) await bringForward(database, age);
      return { replayDir, database };
    }),
  );
}

export async function copyPreparedWorld(driver: Driver, dataDir: string, isBehindPooler = false): Promise<WorldCopy> {
  const [world] = await copyPreparedWorlds(driver, [dataDir], isBehindPooler);
  return world as WorldCopy;
}
