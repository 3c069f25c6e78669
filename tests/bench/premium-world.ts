import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { dbOf, openConnection } from "@/db/connection";
import type { Db } from "@/db/client";
import { createPostgresDatabase } from "../support/stores/drivers";
import { fundedToken } from "../support/money/money";
import { stopPostgresIn } from "../support/stores/postgres";
import { writeReplayWorld } from "../support/sources/replay-world";
import { runScript } from "../support/server/server";

/**
 * Prepares a Postgres and an embedded database with fresh data. Each has 64 accounts that can pay for
 * a whole bench, and Postgres the two tables of the floor.
 */

const ACCOUNTS = 64;
const CREDITS = 1_000_000;

const folder = process.argv[2] as string;
process.env.TEST_RUN_FOLDER = join(folder, "run");
mkdirSync(process.env.TEST_RUN_FOLDER, { recursive: true });

const { url } = await createPostgresDatabase();
const replay = join(folder, "replay");
writeReplayWorld(replay, { now: new Date(Date.now() - 60_000) });
await runScript("tests/support/prepare-world.ts", { DATABASE_URL: url, DATA_DIR: join(folder, "data"), SOURCES_REPLAY_DIR: replay });

async function fundedTokens(db: Db): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < ACCOUNTS; index++) tokens.push((await fundedToken(db, CREDITS)).token);
  return tokens;
}

const dataDir = join(folder, "embedded");
await runScript("tests/support/prepare-world.ts", { DATA_DIR: dataDir, SOURCES_REPLAY_DIR: replay });
const embedded = await openConnection({ driver: "pglite" }, dataDir);
const embeddedTokens = await fundedTokens(dbOf(embedded));
await embedded.close();

const connection = await openConnection({ driver: "pg", url }, "");
const db = dbOf(connection);
const tokens = await fundedTokens(db);
await db.execute(sql`create table bench_accounts (id int primary key, balance bigint not null)`);
await db.execute(sql`insert into bench_accounts select n, 0 from generate_series(1, ${ACCOUNTS}::int) n`);
await db.execute(
  sql`create table bench_calls (id bigint generated always as identity primary key, account_id int not null, endpoint text not null, at timestamptz not null)`,
);
await connection.close();
process.on("message", () => void stopPostgresIn(process.env.TEST_RUN_FOLDER as string).then(() => process.exit(0)));
process.send?.({ url, tokens, dataDir, embeddedTokens });
