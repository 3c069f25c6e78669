import { and, asc, desc, eq, gte, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import { rowsOf, type Db } from "../client";
import { readPacked, type Pack } from "../packed-rows";
import { benchmarkListings } from "../schema/benchmarks";
import { scoreSpans } from "../schema/history";
import { beginSpans, dropSpans, endSpans, listOpenSpans, type SpanTable } from "./spans";
import { compareText } from "@/lib/domain/compare-text";
import type { OpenSpan } from "@/lib/domain/history-spans";
import type { SingleScore } from "@/lib/domain/scores-by-model";
import type { TwoDays } from "./listing-history";

export type ScoreSpan = typeof scoreSpans.$inferSelect;

const TABLE: SpanTable<typeof scoreSpans> = { table: scoreSpans, keys: ["benchmark_key", "benchmark"] };

export const listOpenScoreSpans = (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, TABLE);
export const endScoreSpans = (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> => endSpans(tx, TABLE, spans, lastDate);
export const dropScoreSpans = (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, TABLE, spans);
export const beginScoreSpans = (tx: Db, rows: readonly ScoreSpan[]): Promise<void> => beginSpans(tx, TABLE, rows);

/** As the index has it: an end that is not known yet is open. */
const DAYS = sql`daterange(${scoreSpans.firstDate}, ${scoreSpans.lastDate}, '[]')`;
const standsOn = (date: string): SQL => sql`${DAYS} @> ${date}::date`;

/** Every score as it stood on a captured day. */
export async function listScoresOn(db: Db, date: string): Promise<ScoreSpan[]> {
  return db
    .select()
    .from(scoreSpans)
    .where(standsOn(date))
    .orderBy(asc(scoreSpans.benchmarkKey), asc(scoreSpans.benchmark));
}

export async function listScoreSpans(db: Db, benchmarkKey: string, benchmark: string, range: { from: string; to: string }): Promise<ScoreSpan[]> {
  return db
    .select()
    .from(scoreSpans)
    .where(
      and(eq(scoreSpans.benchmarkKey, benchmarkKey), eq(scoreSpans.benchmark, benchmark), lte(scoreSpans.firstDate, range.to), or(isNull(scoreSpans.lastDate), gte(scoreSpans.lastDate, range.from))),
    )
    .orderBy(asc(scoreSpans.firstDate));
}

const byModel = (left: SingleScore, right: SingleScore): number => compareText(left.benchmarkKey, right.benchmarkKey) || compareText(left.benchmark, right.benchmark);

export interface ScoresOfDays {
  before: SingleScore[];
  after: SingleScore[];
}

/** Every score of two captured days, or those of one maker's models, without what is told about it; by model and benchmark. */
export async function listScoresOfDays(db: Db, { from, to, providerId }: TwoDays): Promise<ScoresOfDays> {
  const columns = [sql`benchmark_key`, sql`benchmark`, sql`name`, sql`maker_id`, sql`score`, sql`first_date <= ${from}::date`, sql`coalesce(last_date >= ${to}::date, true)`];
  const { texts } = await readPacked(columns, async (pack) => {
    const [found] = await rowsOf<Pack>(
      db,
      sql`select count(*)::int as count, ${pack} as pack from score_spans where (${standsOn(from)} or ${standsOn(to)}) ${providerId === undefined ? sql`` : sql`and maker_id = ${providerId}`}`,
    );
    return found ?? { count: 0, pack: null };
  });
  const scores: ScoresOfDays = { before: [], after: [] };
  for (let at = 0; at < texts.length; at += columns.length) {
    const [benchmarkKey = "", benchmark = "", name = "", makerId = "", score, isBefore, isAfter] = texts.slice(at, at + columns.length);
    const single = { benchmarkKey, benchmark, name, makerId, score: Number(score) };
    if (isBefore === "t") scores.before.push(single);
    if (isAfter === "t") scores.after.push(single);
  }
  scores.before.sort(byModel);
  scores.after.sort(byModel);
  return scores;
}

/** Every model that ever had a score in a snapshot, by its newest name. */
export async function listScoredNames(db: Db): Promise<{ benchmarkKey: string; name: string; makerId: string }[]> {
  return db
    .selectDistinctOn([scoreSpans.benchmarkKey], { benchmarkKey: scoreSpans.benchmarkKey, name: scoreSpans.name, makerId: scoreSpans.makerId })
    .from(scoreSpans)
    .orderBy(asc(scoreSpans.benchmarkKey), desc(scoreSpans.firstDate));
}

/** Whose scores a listing carries. */
export async function findBenchmarkKey(db: Db, providerId: string, modelId: string): Promise<string | null> {
  const [row] = await db
    .select({ benchmarkKey: benchmarkListings.benchmarkKey })
    .from(benchmarkListings)
    .where(and(eq(benchmarkListings.providerId, providerId), eq(benchmarkListings.modelKey, modelId.toLowerCase())));
  return row?.benchmarkKey ?? null;
}
