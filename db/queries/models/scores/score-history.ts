import { and, asc, desc, gte, isNull, lte, or, sql } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { benchmarkListings } from "@/db/schema/benchmarks";
import { scoreSpans } from "@/db/schema/history";
import { integer, orNull, rowsOf, type RowOf } from "@/db/statements";
import { beginSpans, covers, dayNumberOf, dropSpans, endSpans, listOpenSpans } from "@/db/queries/history/spans";
import type { OpenSpan } from "@/lib/domain/history/history-spans";
import type { DatedValue } from "@/lib/domain/history/span-columns";
import type { SingleScore } from "@/lib/domain/models/scores/scores-by-model";
import { SPANS_PAGE } from "@/db/queries/history/listing-history";
import { listByKey } from "@/db/queries/upsert-rows";

export type ScoreSpan = typeof scoreSpans.$inferSelect;

export const listOpenScoreSpans = async (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, scoreSpans);
export const endScoreSpans = async (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> =>
  endSpans(tx, scoreSpans, spans, lastDate);
export const dropScoreSpans = async (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, scoreSpans, spans);
export const beginScoreSpans = async (tx: Db, rows: readonly ScoreSpan[]): Promise<void> => beginSpans(tx, scoreSpans, rows);

export const listScoresOn = async (db: Db, date: string): Promise<ScoreSpan[]> =>
  db.select().from(scoreSpans).where(covers(scoreSpans, date)).orderBy(asc(scoreSpans.benchmarkKey), asc(scoreSpans.benchmark));

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
        matching(scoreSpans, { benchmarkKey, benchmark }),
        lte(scoreSpans.firstDate, range.to),
        or(isNull(scoreSpans.lastDate), gte(scoreSpans.lastDate, range.from)),
      ),
    )
    .orderBy(asc(scoreSpans.firstDate));
}

const { benchmarkKey, benchmark, firstDate, name, makerId, score } = scoreSpans;
const DATED = { benchmarkKey, benchmark, firstDate, firstDay: integer, lastDay: orNull(integer), name, makerId, score };

/** Every score in history with its days, without its source and variant, read in pages. */
export async function listAllScores(db: Db): Promise<DatedValue<SingleScore>[]> {
  const rows = await listByKey(
    [benchmarkKey, benchmark, firstDate],
    (last: RowOf<typeof DATED>) => [last.benchmarkKey, last.benchmark, last.firstDate],
    SPANS_PAGE,
    (isAfter) =>
      rowsOf(
        db,
        DATED,
        sql`
    select benchmark_key as "benchmarkKey", benchmark, first_date::text as "firstDate", ${dayNumberOf(firstDate)} as "firstDay", ${dayNumberOf(scoreSpans.lastDate)} as "lastDay",
      name, maker_id as "makerId", score
    from score_spans where ${isAfter ?? true} order by benchmark_key, benchmark, first_date limit ${SPANS_PAGE}`,
      ),
  );
  return rows.map(({ firstDate: _, firstDay, lastDay, ...value }) => ({ value, firstDay, lastDay }));
}

export const listScoredNames = async (db: Db): Promise<{ benchmarkKey: string; name: string; makerId: string }[]> =>
  db.selectDistinctOn([benchmarkKey], { benchmarkKey, name, makerId }).from(scoreSpans).orderBy(asc(benchmarkKey), desc(firstDate));

export async function findBenchmarkKey(db: Db, providerId: string, modelId: string): Promise<string | null> {
  const [row] = await db
    .select({ benchmarkKey: benchmarkListings.benchmarkKey })
    .from(benchmarkListings)
    .where(matching(benchmarkListings, { providerId, modelKey: modelId.toLowerCase() }));
  return row?.benchmarkKey ?? null;
}
