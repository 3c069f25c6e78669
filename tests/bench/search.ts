import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { migrate } from "@/db/migrate/migrate";
import { countStored } from "@/db/queries/freshness/health";
import { storeArticles } from "@/db/queries/news/news";
import { buildWeekSegment, listWeeksWithoutSegment } from "@/db/queries/news/search/news-segments";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { weekOf } from "@/lib/domain/news/search/week-blocks";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { archiveArticles, archiveId } from "../support/news/archive-articles";
import { createPostgresDatabase } from "../support/stores/drivers";
import { fundedToken } from "../support/money/money";
import { stopPostgresIn } from "../support/stores/postgres";
import { request } from "../support/server/request";

/** Builds an archive on each engine through the ingestion's own statements, times a list of searches, and prints p50 and p95 as JSON. */

const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 200_000);
const BATCH_SIZE = 500;
/** The last articles are stored in batches of ingestion's size, and timed. */
const TIMED_BATCHES = 100;
const TIMED_BATCH_SIZE = 25;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const PAID_ROUNDS = 15;

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

interface Sample {
  ms: number;
  /** CPU time of this process, which on the embedded database is all of the work, even on a busy machine. */
  cpuMs: number;
}

async function sample(work: () => Promise<unknown>): Promise<Sample> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

function timing(values: readonly number[]): Timing {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0 };
}

const timingsOf = (measured: readonly Sample[]): { time: Timing; cpu: Timing } => ({
  time: timing(measured.map(({ ms }) => ms)),
  cpu: timing(measured.map(({ cpuMs }) => cpuMs)),
});

/** Alternates between the works, so that none finds only its own pages in the cache. */
async function alternate(works: readonly (() => Promise<unknown>)[], rounds: number): Promise<{ time: Timing; cpu: Timing }[]> {
  const samples: Sample[][] = works.map(() => []);
  for (let round = -2; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const measured = await sample(work);
      if (round >= 0) samples[index]?.push(measured);
    }
  }
  return samples.map(timingsOf);
}

async function fill(db: Db, now: Date) {
  if ((await countStored(db)).articles > 0) return { seconds: 0, ingest: timingsOf([]), edit: timingsOf([]) };
  const articleAt = archiveArticles(ARTICLES, new Date(now.getTime() - 60_000));
  const began = performance.now();
  const ingested: Sample[] = [];
  const inBulk = ARTICLES - TIMED_BATCHES * TIMED_BATCH_SIZE;
  for (let start = 0; start < ARTICLES;) {
    const size = start < inBulk ? Math.min(BATCH_SIZE, inBulk - start) : TIMED_BATCH_SIZE;
    const rows = Array.from({ length: size }, (_, index) => articleAt(start + index));
    const measured = await sample(() => storeArticles(db, rows));
    if (start >= inBulk) ingested.push(measured);
    start += size;
  }
  await recordSourceOutcomes(db, [{ source: "news/source-1", dataset: "news", at: now, fault: null, itemCount: ARTICLES }]);
  const seconds = (performance.now() - began) / 1000;
  const edited: Sample[] = [];
  for (const week of await listWeeksWithoutSegment(db, weekOf(now))) edited.push(await sample(() => buildWeekSegment(db, week)));
  await bumpVersion(db, "news", now);
  return { seconds, ingest: timingsOf(ingested), edit: timingsOf(edited) };
}

const inputOf = (query: Record<string, string>) => (newsSearch.query as NonNullable<typeof newsSearch.query>).parse(query);

/** The handler alone: what a call costs besides its payment. */
async function runHandler(db: Db, query: Record<string, string>, now: Date) {
  await ensureFreshVersions(db);
  return newsSearch.run({
    query: inputOf(query),
    params: {},
    body: undefined,
    db,
    now,
    baseUrl: "",
    siteName: "",
    dailyUse: null,
    holder: null,
    payer: null,
    headers: new Headers(),
    address: "",
    capturedAt: () => undefined,
  });
}

async function payer(db: Db, query: Record<string, string>): Promise<() => Promise<void>> {
  const { bearer } = await fundedToken(db, PAID_ROUNDS + 2);
  return async () => {
    const { status, text } = await request(newsSearch, `${newsSearch.path}?${new URLSearchParams(query)}`, { headers: bearer });
    if (status !== 200) throw new Error(text);
  };
}

async function measure(connection: Connection, db: Db, now: Date) {
  const shared = globalThis as { [key: symbol]: unknown };
  shared[Symbol.for("database-connection")] = Promise.resolve(connection);
  const key = archiveId(100);
  const floors = [
    () => db.execute(sql`select title from articles where id = ${key}`),
    () => db.execute(sql`select count(*) from (select 1 from article_words where words @@ 'agent'::tsquery limit 10001) x`),
  ];
  const [primaryKey, indexScan, ...alone] = await alternate(
    [...floors, ...QUERIES.map((query) => () => runHandler(db, query, now))],
    ROUNDS,
  );
  const paid = await alternate(await Promise.all(QUERIES.map((query) => payer(db, query))), PAID_ROUNDS);
  const searches = [];
  for (const [index, query] of QUERIES.entries()) {
    const { matched, matched_at_least: atLeast } = await runHandler(db, query, now);
    searches.push({ query, matched: matched ?? `more than ${atLeast}`, alone: alone[index], paid: paid[index] });
  }
  const [size] = (
    (await db.execute(
      sql`select pg_size_pretty(pg_table_size('articles')) as articles, pg_size_pretty(pg_table_size('article_words')) as words, pg_size_pretty(pg_relation_size('article_words_words')) as index, pg_size_pretty(pg_total_relation_size('news_edition_words') + pg_total_relation_size('news_edition_articles')) as editions`,
    )) as unknown as { rows: unknown[] }
  ).rows;
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
  // A realistic cache for this much data.
  process.env.TEST_SHARED_BUFFERS = "256MB";
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
