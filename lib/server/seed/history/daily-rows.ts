import { inTransaction, type Db } from "@/db/client";
import type { AttentionRow } from "@/db/queries/attention/attention";
import type { CrawlerSnapshotRow, SnapshotRecord, StatusSnapshotRow } from "@/db/queries/history/history";
import { storeArticles, type NewArticle } from "@/db/queries/news/news";
import { batchesOf, upsertRows } from "@/db/queries/upsert-rows";
import { gpuDays } from "@/db/schema/gpu";
import { attentionDays, crawlerSnapshotRows, snapshots, statusSnapshotRows } from "@/db/schema/history";
import { crawlers } from "@/lib/catalogs/crawlers";
import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { newsSources } from "@/lib/catalogs/news-sources";
import { statusPages } from "@/lib/catalogs/status-pages";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { seededRandom } from "../rng";
import { inventTitle, storyOf } from "../stories";
import { capturedAt, readAt, SEEDED_ROWS } from "./captured-days";

const BOTS = 10;
const STORIES_A_DAY = 40;

async function inBatches<Row>(db: Db, rows: readonly Row[], write: (tx: Db, batch: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (const batch of batchesOf(rows, SEEDED_ROWS)) await inTransaction(db, (tx) => write(tx, batch));
}

const walk = (value: number, random: () => number): number => Math.min(100, Math.max(0, value + (random() - 0.5) * 12));

function attentionOn(date: string, raw: readonly number[]): AttentionRow[] {
  const ranked = attentionProviders
    .map((provider, index) => ({ provider, rawScore: Math.round((raw[index] ?? 0) * 10) / 10 }))
    .sort((a, b) => b.rawScore - a.rawScore);
  const top = Math.max(ranked[0]?.rawScore ?? 0, 0.1);
  return ranked.map(({ provider, rawScore }, index) => ({
    date,
    provider,
    rank: index + 1,
    rawScore,
    attentionScore: Math.round((rawScore / top) * 1000) / 10,
    news24h: Math.round(rawScore / 8),
    news7d: Math.round(rawScore / 2),
    trendingRepos: null,
    agentHits: 0,
    topArticles: [],
  }));
}

export async function plantAttention(db: Db, days: readonly string[]): Promise<void> {
  const random = seededRandom(34);
  let raw = attentionProviders.map(() => random() * 100);
  const rows = days.flatMap((date) => attentionOn(date, (raw = raw.map((value) => walk(value, random)))));
  await inBatches(db, rows, (tx, batch) => upsertRows(tx, attentionDays, batch));
}

export async function plantGpus(db: Db, days: readonly string[]): Promise<void> {
  const random = seededRandom(35);
  const rows = days.flatMap((date) =>
    gpuModels.map(({ id }, index) => {
      const price = Math.round((1 + index * 0.2) * (1 + random() * 0.1) * 100) / 100;
      return {
        date,
        gpu: id,
        cheapestOnDemandUsdHour: price,
        cheapestOnDemandProvider: "runpod",
        cheapestSpotUsdHour: price / 2,
        cheapestSpotProvider: "azure",
        providerCount: 2,
        totalOffers: 5,
        capturedAt: readAt(date),
      };
    }),
  );
  await inBatches(db, rows, (tx, batch) => upsertRows(tx, gpuDays, batch));
}

export async function plantSnapshotRows(db: Db, days: readonly string[]): Promise<void> {
  const states = days.flatMap((date) =>
    statusPages.map(({ id, name, provider }): StatusSnapshotRow => ({
      date,
      service: id,
      name,
      provider,
      status: "operational",
      checkedAt: readAt(date),
    })),
  );
  await inBatches(db, states, (tx, batch) => upsertRows(tx, statusSnapshotRows, batch));
  const bots = [...new Set(crawlers.filter(({ isMatched }) => isMatched).map(({ label }) => label))].slice(0, BOTS);
  const hits = days.flatMap((date, day) =>
    bots.map((bot, index): CrawlerSnapshotRow => ({ date, bot, hits: 10 + ((day * 7 + index * 13) % 90) })),
  );
  await inBatches(db, hits, (tx, batch) => upsertRows(tx, crawlerSnapshotRows, batch));
}

/** Places of a day's articles that tell the story of the one before. Five outlets have its first story, three its second. */
const RETOLD: readonly number[] = [1, 2, 3, 4, 6, 7];

function storiesOn(date: string, random: () => number): NewArticle[] {
  const at = readAt(date);
  let title = "";
  const chosen = newsSources.filter(() => random() < STORIES_A_DAY / newsSources.length);
  return chosen.map((source, position): NewArticle => {
    const own = inventTitle(random);
    if (!RETOLD.includes(position)) title = own;
    const { publishedAt, ...story } = storyOf("three-years", source, at, position, title);
    return {
      ...story,
      sourceId: source.id,
      sourceName: source.name,
      sourceDomain: source.domain,
      publishedAt: new Date(publishedAt),
      fetchedAt: at,
    };
  });
}

export async function plantNews(db: Db, days: readonly string[]): Promise<number> {
  const random = seededRandom(36);
  const articles = days.flatMap((date) => storiesOn(date, random));
  await inBatches(db, articles, storeArticles);
  return articles.length;
}

/** Rows of a capture whose number is the same every day. */
const DAILY_ROWS = { status: statusPages.length, "agent-activity": BOTS, attention: attentionProviders.length, gpu: gpuModels.length };

type Counts = Record<Exclude<SnapshotRecord["type"], keyof typeof DAILY_ROWS>, ReadonlyMap<string, number>>;

/** Snapshots are written last, as after a capture: only then are the days visible as history. `counts` gives the rows per type and day. */
export async function plantSnapshots(db: Db, days: readonly string[], counts: Counts): Promise<void> {
  const rows = days.flatMap((date) => {
    const ofDay = Object.entries(counts).map(([type, byDay]) => [type, byDay.get(date) ?? 0] as const);
    return [...ofDay, ...Object.entries(DAILY_ROWS)].map(([type, rowCount]): SnapshotRecord => ({
      date,
      type: type as SnapshotRecord["type"],
      capturedAt: readAt(date),
      takenAt: capturedAt(date),
      rowCount,
    }));
  });
  await inBatches(db, rows, (tx, batch) => upsertRows(tx, snapshots, batch));
}
