import { and, asc, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelObservations } from "@/db/schema/models";
import { retirements, retirementStatements } from "@/db/schema/retirements";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { deleteRows, listByKey, upsertRows } from "../upsert-rows";

export type StatementRow = typeof retirementStatements.$inferSelect;
export type RetirementRow = typeof retirements.$inferSelect;

const PAGE = 1000;

export function listRetirementStatements(db: Db): Promise<StatementRow[]> {
  const { source, host, modelKey } = retirementStatements;
  return listByKey(
    [source, host, modelKey],
    (last: StatementRow) => [last.source, last.host, last.modelKey],
    PAGE,
    (isAfter) => db.select().from(retirementStatements).where(isAfter).orderBy(source, host, modelKey).limit(PAGE),
  );
}

/** Statements of all but price lists. A listing already has its price lists' word in its own facts. */
export const listStatementsOfHosts = async (db: Db): Promise<StatementRow[]> =>
  db.select().from(retirementStatements).where(ne(retirementStatements.standing, "list"));

export function listRetirements(db: Db): Promise<RetirementRow[]> {
  const { host, modelKey } = retirements;
  return listByKey(
    [host, modelKey],
    (last: RetirementRow) => [last.host, last.modelKey],
    PAGE,
    (isAfter) => db.select().from(retirements).where(isAfter).orderBy(host, modelKey).limit(PAGE),
  );
}

export const saveRetirementStatements = async (tx: Db, rows: readonly StatementRow[]): Promise<void> =>
  upsertRows(tx, retirementStatements, rows, { keeps: ["first_seen_at"] });
export const deleteRetirementStatements = async (tx: Db, rows: readonly StatementRow[]): Promise<void> =>
  deleteRows(tx, retirementStatements, rows);
export const saveRetirements = async (tx: Db, rows: readonly RetirementRow[]): Promise<void> =>
  upsertRows(tx, retirements, rows, { keeps: ["first_seen_at"] });
export const deleteRetirements = async (tx: Db, rows: readonly RetirementRow[]): Promise<void> => deleteRows(tx, retirements, rows);

export interface ListedEnd {
  source: ReadingSource;
  host: string;
  model: string;
  deprecationDate: string | null;
}

/** Models of which a price list says a day, or that they are deprecated. */
export const listEndsInPriceLists = async (db: Db, sources: readonly ReadingSource[]): Promise<ListedEnd[]> => {
  const { source, providerId, facts } = modelObservations;
  return db
    .select({
      source,
      host: providerId,
      model: sql<string>`${facts}->>'modelId'`,
      deprecationDate: sql<string | null>`${facts}->>'deprecationDate'`,
    })
    .from(modelObservations)
    .where(and(inArray(source, [...sources]), sql`(${facts}->>'deprecationDate' is not null or ${facts}->>'status' = 'deprecated')`))
    .orderBy(asc(source), asc(providerId), asc(modelObservations.modelKey));
};
