import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { migrate } from "@/db/migrate";
import { storeArticles } from "@/db/queries/news";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/operations";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { archiveArticles } from "../support/archive-articles";
import { createPostgresDatabase } from "../support/drivers";
import { fundedToken } from "../support/money";
import { stopPostgresIn } from "../support/postgres";
import { request } from "../support/request";

/** Builds one archive on each engine through the ingestion's own statement, and times a list of searches: p50 and p95, printed as JSON. */

const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 200_000);
const BATCH = 25;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const PAID_CALLS = 15;

const QUERIES: readonly Record<string, string>[] = [
  { q: "AI" },
  { q: "models" },
  { q: "pricing" },
  { q: "agents" },
  { q: "GPT-5.1" },
  { q: "opus" },
  { q: "o3" },
  { q: "kraken" },
  { q: "nosuchword" },
  { q: "AI models" },
  { q: "models pricing agents" },
  { q: '"machine learning"' },
  { q: '"AI models"' },
  { q: "AI -models" },
  { q: "agents -AI" },
  { q: "opus or kraken" },
  { q: "AI or models -pricing" },
  { q: "AI", provider: "news-42.example.org" },
  { q: "AI", provider: "journal" },
  { q: "pricing", category: "openai" },
  { q: "AI", category: "Research" },
  { q: "AI", from: "2024-06-01", to: "2024-08-31" },
  { q: "pricing", to: "2025-06-30" },
  { q: "AI models pricing agents opus claude machine learning" },
  { provider: "news-42.example.org" },
  {},
];

interface Timing {
  p50: number;
  p95: number;
}

async function timed(work: () => Promise<unknown>, rounds = ROUNDS): Promise<Timing> {
  for (let round = 0; round < 3; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(rounds / 2)] ?? 0, p95: times[Math.ceil(rounds * 0.95) - 1] ?? 0 };
}

async function fill(db: Db, now: Date): Promise<{ seconds: number; longestStatementMs: number }> {
  const articleAt = archiveArticles(ARTICLES, new Date(now.getTime() - 60_000));
  const began = performance.now();
  let longestStatementMs = 0;
  for (let start = 0; start < ARTICLES; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ARTICLES - start) }, (_, index) => articleAt(start + index));
    const from = performance.now();
    await storeArticles(db, rows);
    longestStatementMs = Math.max(longestStatementMs, performance.now() - from);
  }
  await recordSourceOutcomes(db, [{ source: "news/source-1", dataset: "news", at: now, fault: null, itemCount: ARTICLES }]);
  await bumpVersion(db, "news", now);
  return { seconds: (performance.now() - began) / 1000, longestStatementMs };
}

const inputOf = (given: Record<string, string>) => (newsSearch.query as NonNullable<typeof newsSearch.query>).parse(given);

/** The handler alone: what a call costs besides its payment. */
async function handled(db: Db, given: Record<string, string>, now: Date) {
  return newsSearch.run({ query: inputOf(given), params: {}, body: undefined, db, now, baseUrl: "", siteName: "", dailyUse: null, holder: null, headers: new Headers(), address: "", capturedAt: () => undefined });
}

async function paid(db: Db, given: Record<string, string>): Promise<Timing> {
  const { bearer } = await fundedToken(db, PAID_CALLS + 3);
  return timed(async () => {
    const { status, text } = await request(newsSearch, `${newsSearch.path}?${new URLSearchParams(given)}`, { headers: bearer });
    if (status !== 200) throw new Error(text);
  }, PAID_CALLS);
}

async function measure(connection: Connection, db: Db, now: Date) {
  const shared = globalThis as { [key: symbol]: unknown };
  shared[Symbol.for("database-connection")] = Promise.resolve(connection);
  const searches = [];
  for (const given of QUERIES) {
    const { matched, matched_at_least: atLeast, ranked_pool: pool } = await handled(db, given, now);
    searches.push({ given, matched: matched ?? `> ${atLeast}`, pool, ...(await timed(() => handled(db, given, now))), paid: await paid(db, given) });
  }
  const key = (100).toString(36).padStart(11, "a");
  const primaryKey = await timed(() => db.execute(sql`select title from articles where id = ${key}`));
  const indexScan = await timed(() => db.execute(sql`select count(*) from (select 1 from article_words where words @@ 'agent'::tsquery limit 10001) x`));
  const [size] = (await db.execute(sql`select pg_size_pretty(pg_total_relation_size('articles')) as articles, pg_size_pretty(pg_table_size('article_words')) as words, pg_size_pretty(pg_relation_size('article_words_words')) as index`) as unknown as { rows: unknown[] }).rows;
  return { searches, primaryKey, indexScan, size };
}

const [folder = "", ...engines] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const now = new Date();

async function onEmbedded() {
  const dataDir = join(folder, "embedded");
  const connection = await openConnection({ driver: "pglite" }, dataDir);
  await migrate(connection, process.cwd());
  const db = dbOf(connection);
  const filled = await fill(db, now);
  const result = { engine: "pglite", articles: ARTICLES, filled, ...(await measure(connection, db, now)) };
  await connection.close();
  return result;
}

async function onPostgres() {
  process.env.TEST_RUN_FOLDER = join(folder, "run");
  mkdirSync(process.env.TEST_RUN_FOLDER, { recursive: true });
  const { url } = await createPostgresDatabase();
  const connection = await openConnection({ driver: "pg", url }, "");
  const db = dbOf(connection);
  const filled = await fill(db, now);
  await db.execute(sql`vacuum analyze`);
  const result = { engine: "postgres", articles: ARTICLES, filled, ...(await measure(connection, db, now)) };
  await connection.close();
  await stopPostgresIn(process.env.TEST_RUN_FOLDER);
  return result;
}

const results = [];
if (engines.includes("pglite")) results.push(await onEmbedded());
if (engines.includes("postgres")) results.push(await onPostgres());
process.stdout.write(JSON.stringify(results));
process.exit(0);
