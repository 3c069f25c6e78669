import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { run } from "@/db/statements";
import { pricingSources } from "@/lib/sources/models/prices/read-prices";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { storePriceBook } from "@/lib/ingest/history/store-price-book";
import type { ListingSpan } from "@/db/queries/history/listing-history";
import { newsSources } from "@/lib/catalogs/news-sources";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { SNAPSHOT_TYPES } from "@/lib/domain/history/history-spans";
import { retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { capturedAt, capturedDays } from "./captured-days";
import { plantAttention, plantGpus, plantNews, plantSnapshotRows, plantSnapshots } from "./daily-rows";
import { plantModels, plantPrices, type InventedModels } from "./models";
import { plantCapabilityHistory, plantScoreHistory, plantScores } from "./scores";
import { countSpansByDay } from "./spans";
import { plantStatus, type Trouble } from "./status";

export interface HistorySize {
  days: number;
  /** Invented models beside the release's, and ids of models that their makers withdrew in the meantime. */
  invented?: InventedModels;
  /** Services that are not operational at the end; none by default. */
  troubles?: readonly Trouble[];
  /** True to plant a second source of prices, which disagrees on some. */
  hasCrossChecks?: boolean;
}

export interface PlantedHistory {
  days: number;
  pricePoints: number;
  priceSpans: number;
  scorePoints: number;
  scoreSpans: number;
  articles: number;
}

async function recordSources(db: Db, now: Date, lastDay: string): Promise<void> {
  const read = { at: now, fault: null };
  await recordSourceOutcomes(db, [
    ...pricingSources.map(({ name }) => ({ ...read, source: `models/${name}`, dataset: "models" as const })),
    ...scoreReaders.map(({ name }) => ({ ...read, source: `benchmarks/${name}`, dataset: "benchmarks" as const })),
    ...retirementSources.map(({ key }) => ({ ...read, source: `retirements/${key}`, dataset: "retirements" as const })),
    ...newsSources.map(({ id }) => ({ ...read, source: `news/${id}`, dataset: "news" as const })),
    { ...read, source: "attention/daily-index", dataset: "attention" },
    ...SNAPSHOT_TYPES.map((type) => ({ at: capturedAt(lastDay), fault: null, source: `history/${type}`, dataset: "history" as const })),
  ]);
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0);

const isPriced = ({ inputPrice, outputPrice }: ListingSpan): boolean => inputPrice !== null && outputPrice !== null;

/** Plants the history of a service that captured each day up to the last 07:00 UTC, without its jobs. */
export async function plantHistory(db: Db, size: HistorySize, now: Date): Promise<PlantedHistory> {
  const { days: length, invented, troubles = [], hasCrossChecks = false } = size;
  const today = utcDay(now);
  const last = now < capturedAt(today) ? addDays(today, -1) : today;
  const days = capturedDays(last, length);
  await plantModels(db, invented?.facts ?? [], hasCrossChecks, now);
  await plantScores(db, now);
  const [prices, scores] = [await plantPrices(db, days, invented?.withdrawn ?? []), await plantScoreHistory(db, days)];
  await plantStatus(db, addDays(last, 1 - length), length, now, troubles);
  await plantAttention(db, days);
  await plantGpus(db, days);
  await plantSnapshotRows(db, days);
  const articles = await plantNews(db, days);
  const priced = countSpansByDay(days, prices.filter(isPriced));
  const scored = countSpansByDay(days, scores);
  const abilities = countSpansByDay(days, await plantCapabilityHistory(db, days));
  await plantSnapshots(db, days, { pricing: priced, models: countSpansByDay(days, prices), benchmarks: scored, capability: abilities });
  await recordSources(db, now, last);
  await storePriceBook(db, now);
  // Analyzes what autovacuum would analyze only after the first queries. The embedded database has none, and there
  // only the search needs it.
  await run(db, isEmbedded(db) ? sql`analyze articles` : sql`analyze`);
  return {
    days: days.length,
    pricePoints: sum(priced),
    priceSpans: prices.length,
    scorePoints: sum(scored),
    scoreSpans: scores.length,
    articles,
  };
}
