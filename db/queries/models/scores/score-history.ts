import { and, asc, desc, eq, gte, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { benchmarkListings } from "@/db/schema/benchmarks";
import { scoreSpans } from "@/db/schema/history";
import { beginSpans, dayNumberOf, dropSpans, endSpans, listOpenSpans, type SpanTable } from "@/db/queries/history/spans";
import type { OpenSpan } from "@/lib/domain/history/history-spans";
import type { DatedValue } from "@/lib/domain/history/kept-spans";
import type { SingleScore } from "@/lib/domain/models/scores/scores-by-model";
import { SPANS_PAGE } from "@/db/queries/history/listing-history";
import { listInPages } from "@/db/queries/upsert-rows";

export type ScoreSpan = typeof scoreSpans.$inferSelect;

const TABLE: SpanTable<typeof scoreSpans> = { table: scoreSpans, keys: ["benchmark_key", "benchmark"] };

export const listOpenScoreSpans = (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, TABLE);
export const endScoreSpans = (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> => endSpans(tx, TABLE, spans, lastDate);
export const dropScoreSpans = (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, TABLE, spans);
export const beginScoreSpans = (tx: Db, rows: readonly ScoreSpan[]): Promise<void> => beginSpans(tx, TABLE, rows);

/** Must match the expression of the index: an unknown end is an open range. */
const DAYS = sql`daterange(${scoreSpans.firstDate}, ${scoreSpans.lastDate}, '[]')`;
const covers = (date: string): SQL => sql`${DAYS} @> ${date}::date`;

export async function listScoresOn(db: Db, date: string): Promise<ScoreSpan[]> {
  return db.select().from(scoreSpans).where(covers(date)).orderBy(asc(scoreSpans.benchmarkKey), asc(scoreSpans.benchmark));
}

export async function listScoreSpans(
  db: Db,
  benchmarkKey: string,
  benchmark: string,
  range: { from: string; to: string },
): Promise<ScoreSpan[]> {
  return db
    .select()
    .from(scoreSpans)
    .where(
      and(
        eq(scoreSpans.benchmarkKey, benchmarkKey),
        eq(scoreSpans.benchmark, benchmark),
        lte(scoreSpans.firstDate, range.to),
        or(isNull(scoreSpans.lastDate), gte(scoreSpans.lastDate, range.from)),
      ),
    )
    .orderBy(asc(scoreSpans.firstDate));
}

/** Every score in history with its days, without its source and variant, read in pages. */
export async function listKeptScores(db: Db): Promise<DatedValue<SingleScore>[]> {
  type Row = {
    benchmark_key: string;
    benchmark: string;
    first_date: string;
    first_day: number;
    last_day: number | null;
    name: string;
    maker_id: string;
    score: number;
  };
  const page = (after: Row | null) => sql`
    select benchmark_key, benchmark, first_date::text as first_date, ${dayNumberOf(sql`first_date`)} as first_day, ${dayNumberOf(sql`last_date`)} as last_day, name, maker_id, score
    from score_spans where (benchmark_key, benchmark, first_date) > (${after?.benchmark_key ?? ""}, ${after?.benchmark ?? ""}, ${after?.first_date ?? "-infinity"}::date)
    order by benchmark_key, benchmark, first_date limit ${SPANS_PAGE}`;
  return (await listInPages<Row>(db, page, SPANS_PAGE)).map((row) => ({
    value: { benchmarkKey: row.benchmark_key, benchmark: row.benchmark, name: row.name, makerId: row.maker_id, score: row.score },
    firstDay: row.first_day,
    lastDay: row.last_day,
  }));
}

export async function listScoredNames(db: Db): Promise<{ benchmarkKey: string; name: string; makerId: string }[]> {
  return db
    .selectDistinctOn([scoreSpans.benchmarkKey], {
      benchmarkKey: scoreSpans.benchmarkKey,
      name: scoreSpans.name,
      makerId: scoreSpans.makerId,
    })
    .from(scoreSpans)
    .orderBy(asc(scoreSpans.benchmarkKey), desc(scoreSpans.firstDate));
}

export async function findBenchmarkKey(db: Db, providerId: string, modelId: string): Promise<string | null> {
  const [row] = await db
    .select({ benchmarkKey: benchmarkListings.benchmarkKey })
    .from(benchmarkListings)
    .where(and(eq(benchmarkListings.providerId, providerId), eq(benchmarkListings.modelKey, modelId.toLowerCase())));
  return row?.benchmarkKey ?? null;
}
