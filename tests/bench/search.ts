import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { migrate } from "@/db/migrate/migrate";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { storeArticles } from "@/db/queries/news/news";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { archiveArticles } from "../support/news/archive-articles";

/**
 * Times a list of searches in the embedded database and prints p50 and p95 as JSON. The archive is
 * stored by the ingestion's own statement.
 */

const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 200_000);
const BATCH_SIZE = 500;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);

const QUERIES: readonly Record<string, string>[] = [
  { q: "kraken" },
  { q: "nosuchword" },
  { q: "opus" },
  { q: "GPT-5.1" },
  { q: "agents" },
  { q: "models" },
  { q: "AI" },
  { q: "AI models" },
  { q: "models pricing agents" },
  { q: '"machine learning"' },
  { q: '"AI models"' },
  { q: "AI -models" },
  { q: "agents -AI" },
  { q: "opus or kraken" },
  { q: "AI or models -pricing" },
  { q: "AI models pricing agents opus claude machine learning" },
  { q: "AI", category: "Research" },
  { q: "pricing", category: "openai" },
  { q: "AI", from: "2024-06-01", to: "2024-08-31" },
  { q: "pricing", to: "2025-06-30" },
  { q: "opus", from: "2025-06-30" },
  { q: "AI", provider: "news-42.example.org" },
  { q: "AI", provider: "journal" },
  { provider: "news-42.example.org" },
  {},
];

async function store(db: Db, now: Date): Promise<void> {
  const articleAt = archiveArticles(ARTICLES, new Date(now.getTime() - 60_000));
  for (let start = 0; start < ARTICLES; start += BATCH_SIZE) {
    await storeArticles(
      db,
      Array.from({ length: Math.min(BATCH_SIZE, ARTICLES - start) }, (_, index) => articleAt(start + index)),
    );
  }
  await recordSourceOutcomes(db, [{ source: "news/source-1", dataset: "news", at: now, fault: null, itemCount: ARTICLES }]);
  await bumpVersion(db, "news", now);
  // Analyzes as the daily job does.
  await db.execute(sql`analyze articles`);
}

/** The handler alone: what a call costs besides its payment. */
async function search(db: Db, query: Record<string, string>, now: Date) {
  await ensureFreshVersions(db);
  return newsSearch.run({
    query: (newsSearch.query as NonNullable<typeof newsSearch.query>).parse(query),
    params: {},
    body: undefined,
    db,
    now,
    baseUrl: "",
    siteName: "",
    dailyUse: null,
    waive: () => undefined,
    holder: null,
    payer: null,
    headers: new Headers(),
    tokenHash: null,
    address: "",
    capturedAt: () => undefined,
  });
}

const [folder = ""] = process.argv.slice(2);
const now = new Date();
const connection = await openConnection({ driver: "pglite" }, folder);
await migrate(connection, process.cwd());
const db = dbOf(connection);
await store(db, now);

const times: number[][] = QUERIES.map(() => []);
const matched: string[] = [];
// The searches alternate, so that none finds only its own pages in the cache. The first two rounds are not counted.
for (let round = -2; round < ROUNDS; round++) {
  for (const [index, query] of QUERIES.entries()) {
    const began = performance.now();
    const answer = await search(db, query, now);
    if (round >= 0) times[index]?.push(performance.now() - began);
    matched[index] = answer.matched_at_least === null ? String(answer.matched) : `more than ${answer.matched}`;
  }
}
const searches = QUERIES.map((query, index) => {
  const sorted = (times[index] ?? []).toSorted((a, b) => a - b);
  return { query, matched: matched[index], p50: sorted[Math.floor(sorted.length / 2)], p95: sorted[Math.ceil(sorted.length * 0.95) - 1] };
});
await connection.close();
process.stdout.write(JSON.stringify({ articles: ARTICLES, searches }));
process.exit(0);
