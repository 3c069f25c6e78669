import { and, asc, between, eq, gt, lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { probeDays, probeSamples, probeSummaries } from "@/db/schema/probes";
import { batchesOf, upsertRows } from "../upsert-rows";

export type ProbeSampleRow = typeof probeSamples.$inferSelect;
export type ProbeDayRow = typeof probeDays.$inferSelect;
export type ProbeSummaryRow = typeof probeSummaries.$inferSelect;

/** Upserts, so that a probe reported twice counts once. */
export async function saveProbeSamples(tx: Db, samples: readonly ProbeSampleRow[]): Promise<void> {
  for (const batch of batchesOf(samples)) await upsertRows(tx, probeSamples, batch);
}

export async function saveProbeSummaries(tx: Db, summaries: readonly ProbeSummaryRow[]): Promise<void> {
  for (const batch of batchesOf(summaries)) await upsertRows(tx, probeSummaries, batch);
}

export async function saveProbeDays(tx: Db, days: readonly ProbeDayRow[]): Promise<void> {
  for (const batch of batchesOf(days)) await upsertRows(tx, probeDays, batch);
}

export const listProbeDays = async (db: Db, target: string, from: string, to: string): Promise<ProbeDayRow[]> =>
  db
    .select()
    .from(probeDays)
    .where(and(eq(probeDays.target, target), between(probeDays.date, from, to)))
    .orderBy(asc(probeDays.date));

export async function pruneProbeSamples(tx: Db, before: Date): Promise<void> {
  await tx.delete(probeSamples).where(lt(probeSamples.at, before));
}

export const listProbeSamples = async (db: Db, target: string, after: Date): Promise<ProbeSampleRow[]> =>
  db
    .select()
    .from(probeSamples)
    .where(and(eq(probeSamples.target, target), gt(probeSamples.at, after)))
    .orderBy(asc(probeSamples.at), asc(probeSamples.kind));

export const listProbeSummaries = async (db: Db): Promise<ProbeSummaryRow[]> =>
  db.select().from(probeSummaries).orderBy(asc(probeSummaries.target));
