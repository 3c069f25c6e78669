import type { GetColumnData, SQL } from "drizzle-orm";
import { PgDialect, type PgColumn } from "drizzle-orm/pg-core";
import { isUnderTest } from "@/lib/config/env";
import type { Db } from "./client";

/** A computed column of a raw statement: which values the drivers give, and what callers get of them. */
export interface Kind<Value> {
  accepts(value: unknown): boolean;
  /** Left out where callers get the driver's value. */
  convert?: (value: unknown) => Value;
}

const HAS_ZONE = /[+-]\d\d(:\d\d)?$/;

export const integer: Kind<number> = { accepts: Number.isSafeInteger };
export const float: Kind<number> = { accepts: (value) => typeof value === "number" };
export const text: Kind<string> = { accepts: (value) => typeof value === "string" };
export const boolean: Kind<boolean> = { accepts: (value) => typeof value === "boolean" };
/** The drivers give a time as text, except for planned statements. */
export const time: Kind<Date> = {
  accepts: (value) =>
    value instanceof Date || (typeof value === "string" && HAS_ZONE.test(value) && !Number.isNaN(new Date(value).getTime())),
  convert: (value) => (value instanceof Date ? value : new Date(value as string)),
};
/** Integers wider than a `number` holds. */
const bigInteger: Kind<bigint> = {
  accepts: (value) => Number.isSafeInteger(value) || typeof value === "bigint" || /^-?\d+$/.test(String(value)),
  convert: (value) => BigInt(value as string | number | bigint),
};
/** What a type alone describes: text of a fixed set, JSON. */
export const valueOf = <Value>(): Kind<Value> => ({ accepts: (value) => value !== null && value !== undefined });

const KINDS: Record<string, Kind<unknown>> = {
  number: float,
  string: text,
  boolean,
  date: time,
  bigint: bigInteger,
  array: { accepts: Array.isArray },
  json: valueOf(),
  custom: { accepts: (value) => value instanceof Uint8Array },
};

function kindOf(column: PgColumn): Kind<unknown> {
  const kind = KINDS[column.dataType];
  if (!kind) throw new Error(`a raw statement cannot return a column of the type ${column.dataType}`);
  return column.notNull ? kind : orNull(kind);
}

/** A column of the schema, or a computed one. */
type Declared = PgColumn | Kind<unknown>;
export type Columns = Record<string, Declared>;
type ValueIn<Column> = Column extends PgColumn ? GetColumnData<Column> : Column extends Kind<infer Value> ? Value : never;
export type RowOf<Names extends Columns> = { -readonly [Name in keyof Names]: ValueIn<Names[Name]> };

const asKind = (declared: Declared): Kind<unknown> => ("accepts" in declared ? declared : kindOf(declared));

export function orNull<Column extends Declared>(column: Column): Kind<ValueIn<Column> | null> {
  const { accepts, convert } = asKind(column) as Kind<ValueIn<Column>>;
  return {
    accepts: (value) => value === null || accepts(value),
    ...(convert ? { convert: (value) => (value === null ? null : convert(value)) } : {}),
  };
}

const dialect = new PgDialect();

function requireDeclared(row: Record<string, unknown>, kinds: readonly [string, Kind<unknown>][], statement: SQL): void {
  const names = new Set(kinds.map(([name]) => name));
  const undeclared = Object.keys(row).filter((name) => !names.has(name));
  const unfit = kinds.filter(([name, kind]) => !(name in row && kind.accepts(row[name]))).map(([name]) => name);
  if (undeclared.length + unfit.length === 0) return;
  const faults = [...undeclared.map((name) => `"${name}" is not declared`), ...unfit.map((name) => `"${name}" is ${String(row[name])}`)];
  throw new Error(`${faults.join(", ")} in a row of the statement: ${dialect.sqlToQuery(statement).sql.trim().slice(0, 300)}`);
}

/** Makes the driver's rows the declared ones, in place. Under test every row must be as declared. */
export function rowReader<Names extends Columns>(columns: Names): (rows: unknown[], statement: SQL) => RowOf<Names>[] {
  const kinds = Object.entries(columns).map(([name, declared]) => [name, asKind(declared)] as [string, Kind<unknown>]);
  const conversions = kinds.flatMap(([name, { convert }]) => (convert ? [{ name, convert }] : []));
  return (rows, statement) => {
    for (const row of rows as Record<string, unknown>[]) {
      if (isUnderTest) requireDeclared(row, kinds, statement);
      for (const { name, convert } of conversions) row[name] = convert(row[name]);
    }
    return rows as RowOf<Names>[];
  };
}

const execute = async (db: Db, statement: SQL): Promise<unknown[]> =>
  ((await db.execute(statement)) as unknown as { rows: unknown[] }).rows;

/** Runs a statement that the query builder cannot express; `columns` declares what it returns, by name. */
export async function rowsOf<Names extends Columns>(db: Db, columns: Names, statement: SQL): Promise<RowOf<Names>[]> {
  return rowReader(columns)(await execute(db, statement), statement);
}

/** The number of rows that a statement returns. */
export async function run(db: Db, statement: SQL): Promise<number> {
  return (await execute(db, statement)).length;
}
