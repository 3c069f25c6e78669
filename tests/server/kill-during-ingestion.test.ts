import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { dbOf, openConnection } from "@/db/connection";
import { command } from "../support/server/control";
import { writeReplayWorld } from "../support/sources/replay-world";
import { isForLongTier } from "../support/lacks";
import { ensureBuild, runScript, startServer } from "../support/server/server";

const ROUNDS = 10;
/** Kills are spread over this much of an ingestion. */
const SPREAD_MS = 3000;
const JOBS = ["refresh-news", "poll-status", "refresh-pricing"];
const worldTime = new Date(Date.now() - 3_600_000);
let folder: string;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "kill-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const variablesFor = (name: string) => ({ DATA_DIR: join(folder, name), SOURCES_REPLAY_DIR: join(folder, "world") });

/** In every round the feeds have one more story, and another service is in trouble. */
function writeWorld(round: number): void {
  writeReplayWorld(join(folder, "world"), {
    now: worldTime,
    storiesPerFeed: 3 + round,
    troubled: round % 2 === 0 ? { groq: "degraded" } : { groq: "down", replicate: "degraded" },
  });
}

async function reading<Result>(name: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const connection = await openConnection({ driver: "pglite" }, join(folder, name));
  try {
    return await read(dbOf(connection));
  } finally {
    await connection.close();
  }
}

const idsOf = async (db: Db, statement: ReturnType<typeof sql>): Promise<string[]> =>
  (await rowsOf<{ id: string }>(db, statement)).map(({ id }) => id).toSorted();
const listingIds = sql`select provider_id || '/' || model_key as id from model_listings`;
const articleIds = sql`select id from articles`;

/** Adds the served articles to `seen`; returns when the news were last read. */
async function noteArticles(baseUrl: string, seen: Set<string>): Promise<string | null> {
  const { articles, updated } = (await (await fetch(`${baseUrl}/api/news?limit=200`)).json()) as {
    articles: { id: string }[];
    updated: string | null;
  };
  for (const { id } of articles) seen.add(id);
  return updated;
}

/** A sequential scan and each index must find the same rows. */
async function expectSoundTables(db: Db): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const table = sql.identifier(name);
    const count = (column: "heap" | "index") =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`select set_config('enable_seqscan', ${column === "heap" ? "on" : "off"}, true), set_config('enable_bitmapscan', 'off', true)`,
        );
        return rowsOf<{ rows: number }>(
          tx as unknown as Db,
          sql`select count(*)::int as rows, count(distinct ctid)::int as places from ${table}`,
        );
      });
    expect(await count("index"), name).toEqual(await count("heap"));
    await db.execute(sql`reindex table ${table}`);
  }
}

test.skipIf(isForLongTier())("loses, duplicates and corrupts nothing when killed again and again during ingestion", async () => {
  const seen = new Set<string>();
  let killedMidway = 0;
  for (let round = 0; round < ROUNDS; round++) {
    writeWorld(round);
    const server = await startServer(variablesFor("killed"));
    expect(await command(variablesFor("killed").DATA_DIR, "jobs.list")).toMatchObject({ ok: true });
    const readBefore = await noteArticles(server.baseUrl, seen);
    let finished = 0;
    for (const name of JOBS) {
      void command(variablesFor("killed").DATA_DIR, "jobs.run", { name }).then(
        () => finished++,
        () => undefined,
      );
    }
    if (round % 2 === 0) {
      await expect.poll(() => noteArticles(server.baseUrl, seen), { interval: 500 }).not.toBe(readBefore);
    } else await delay((SPREAD_MS * round) / ROUNDS);
    await noteArticles(server.baseUrl, seen);
    if (finished < JOBS.length) killedMidway++;
    await server.stop("SIGKILL");
  }
  expect(killedMidway).toBeGreaterThanOrEqual(ROUNDS / 2);
  await runScript("tests/support/prepare-world.ts", variablesFor("killed"));
  await runScript("tests/support/prepare-world.ts", variablesFor("clean"));

  const clean = await reading("clean", async (db) => ({ articles: await idsOf(db, articleIds), listings: await idsOf(db, listingIds) }));
  await reading("killed", async (db) => {
    const articles = await idsOf(db, articleIds);
    expect(articles).toEqual(clean.articles);
    expect([...seen].filter((id) => !articles.includes(id))).toEqual([]);
    expect(await idsOf(db, listingIds)).toEqual(clean.listings);
    expect(await idsOf(db, sql`select url as id from articles group by url having count(*) > 1`)).toEqual([]);
    expect(
      await idsOf(db, sql`select service as id from incidents where resolved_at is null group by service having count(*) > 1`),
    ).toEqual([]);
    expect(await idsOf(db, sql`select job as id from job_runs where status = 'running'`)).toEqual([]);
    await expectSoundTables(db);
  });
  expect(clean.articles.length).toBeGreaterThan(100);
});
