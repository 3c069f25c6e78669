import { inTransaction, type Db } from "@/db/client";
import {
  deleteRetirements,
  deleteRetirementStatements,
  listRetirements,
  listRetirementStatements,
  saveRetirements,
  saveRetirementStatements,
  type RetirementRow,
  type StatementRow,
} from "@/db/queries/models/retirements";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { sortedJson } from "@/lib/domain/basics/text";
import { believeStatements } from "@/lib/domain/models/retirements/believe-statements";
import { followRetirement } from "@/lib/domain/models/retirements/follow-retirement";
import { isPast, type Statement } from "@/lib/domain/models/retirements/retirement";
import { inBatches } from "../../in-batches";

/** A whole reading of one source, and when it was read. */
export interface StatementReading {
  statements: readonly Statement[];
  readAt: Date;
}

interface Update {
  now: Date;
  /** By source; each replaces what was stored of it. */
  readings: ReadonlyMap<string, StatementReading>;
  signal?: AbortSignal | undefined;
}

interface RetirementChange {
  retirements: number;
  /** Number of models whose end is new, gone, or believed to be another than before. */
  changed: number;
}

const keyOf = ({ host, modelKey }: { host: string; modelKey: string }): string => `${host}/${modelKey}`;
const idOf = (row: StatementRow): string => `${row.source}\n${keyOf(row)}`;

function toRows(source: string, { statements, readAt }: StatementReading, stored: ReadonlyMap<string, StatementRow>): StatementRow[] {
  const rows = new Map<string, StatementRow>();
  for (const statement of statements) {
    const row = { ...statement, source, modelKey: statement.model.toLowerCase(), firstSeenAt: readAt, lastSeenAt: readAt };
    rows.set(idOf(row), { ...row, firstSeenAt: stored.get(idOf(row))?.firstSeenAt ?? readAt });
  }
  return [...rows.values()];
}

/**
 * True for an end that stays when its page drops it: it is past. A page that drops a coming end no
 * longer announces it.
 */
const staysWithout = ({ retiresOn, state }: StatementRow, today: string): boolean => state === "retired" || isPast(retiresOn, today);

const earliest = (times: readonly Date[]): Date => new Date(Math.min(...times.map(Number)));
const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));

function believedRows(statements: readonly StatementRow[], before: ReadonlyMap<string, RetirementRow>, now: Date): RetirementRow[] {
  return [...groupBy(statements, keyOf)].flatMap(([key, rows]): RetirementRow[] => {
    const believed = believeStatements(rows);
    const [first] = rows;
    if (!believed || !first) return [];
    const known = before.get(key) ?? null;
    const seen = {
      modelKey: first.modelKey,
      firstSeenAt: known?.firstSeenAt ?? earliest(rows.map(({ firstSeenAt }) => firstSeenAt)),
      lastSeenAt: latest(rows.map(({ lastSeenAt }) => lastSeenAt)),
    };
    return [{ ...followRetirement(known, believed, now), ...seen }];
  });
}

const endOf = ({ firstSeenAt: _first, lastSeenAt: _last, ...end }: RetirementRow): string => sortedJson(end);

async function writeBelieved(
  db: Db,
  rows: readonly RetirementRow[],
  before: ReadonlyMap<string, RetirementRow>,
  update: Update,
): Promise<number> {
  const changed = rows.filter((row) => {
    const known = before.get(keyOf(row));
    return known === undefined || endOf(known) !== endOf(row);
  });
  const seenAgain = rows.filter((row) => Number(before.get(keyOf(row))?.lastSeenAt ?? row.lastSeenAt) !== Number(row.lastSeenAt));
  const present = new Set(rows.map(keyOf));
  const gone = [...before.values()].filter((row) => !present.has(keyOf(row)));
  await inBatches(db, [...new Set([...changed, ...seenAgain])], update.signal, saveRetirements);
  await inBatches(db, gone, update.signal, deleteRetirements);
  return changed.length + gone.length;
}

/** Stores whole readings, and what is believed with them. */
export async function storeRetirements(db: Db, update: Update): Promise<RetirementChange> {
  const { now, readings, signal } = update;
  const today = utcDay(now);
  const all = await listRetirementStatements(db);
  const stored = new Map(all.map((row) => [idOf(row), row]));
  const fresh = [...readings].flatMap(([source, reading]) => toRows(source, reading, stored));
  const present = new Set(fresh.map(idOf));
  const absent = all.filter((row) => !present.has(idOf(row)));
  const dropped = absent.filter((row) => readings.has(row.source) && !staysWithout(row, today));
  const isDropped = new Set(dropped.map(idOf));
  await inBatches(db, fresh, signal, saveRetirementStatements);
  await inBatches(db, dropped, signal, deleteRetirementStatements);

  const before = new Map((await listRetirements(db)).map((row) => [keyOf(row), row]));
  const rows = believedRows([...absent.filter((row) => !isDropped.has(idOf(row))), ...fresh], before, now);
  const changed = await writeBelieved(db, rows, before, update);
  await inTransaction(db, (tx) => bumpVersion(tx, "retirements", now));
  return { retirements: rows.length, changed };
}
