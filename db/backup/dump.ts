import { sql } from "drizzle-orm";
import type { BackupHeader, BackupMark } from "@/lib/schemas/backup";
import type { Db } from "../client";
import { appliedMoments } from "../migrate/migration-files";
import { orNull, rowsOf, run, text } from "../statements";
import { describeDatabase } from "../queries/installation";
import { identifierList, listOwnTables, type OwnTable } from "./own-tables";
import { TableDigests } from "./table-digests";

const ROWS_PER_FETCH = 500;

/** Each row as one line of JSON. Line breaks become spaces: they can only stand between tokens of a json column. */
async function* readLines(tx: Db, { name, columns }: OwnTable): AsyncGenerator<string[]> {
  const source = sql`select translate(row_to_json(r)::text, E'\n\r', '  ') as line from (select ${identifierList(columns)} from ${sql.identifier(name)}) r`;
  await run(tx, sql`declare backup_rows no scroll cursor for ${source}`);
  for (;;) {
    const rows = await rowsOf(tx, { line: text }, sql`fetch ${sql.raw(String(ROWS_PER_FETCH))} from backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await run(tx, sql`close backup_rows`);
}

async function sequencesOf(tx: Db, tables: readonly OwnTable[]): Promise<Record<string, string>> {
  const names = new Set(tables.map(({ name }) => name));
  const rows = await rowsOf(
    tx,
    { owner: text, name: text, value: orNull(text) },
    sql`select t.relname as owner, s.relname as name, pg_sequence_last_value(s.oid)::text as value
        from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') join pg_class t on t.oid = d.refobjid
        where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by s.relname`,
  );
  return Object.fromEntries(rows.flatMap(({ owner, name, value }) => (names.has(owner) && value !== null ? [[name, value]] : [])));
}

async function headerOf(tx: Db, now: Date): Promise<BackupHeader> {
  const database = await describeDatabase(tx);
  if (!database) throw new Error("the database holds no tables of this service");
  const { installation, newestTransaction, newestTransactionAt } = database;
  const migrations = [...(await appliedMoments(tx))].toSorted((a, b) => a - b);
  return {
    format: "ai-ecosystem-data/backup",
    version: 1,
    madeAt: now.toISOString(),
    installation,
    migrations,
    newestTransaction,
    newestTransactionAt,
  };
}

/** Marks start with `#`; rows are JSON objects. */
const markLine = (mark: BackupHeader | BackupMark): string => `#${JSON.stringify(mark)}\n`;

export interface DumpOptions {
  root: string;
  now: Date;
  /** Receives the text in pieces; the next one is read once this one is written. */
  write(text: string): Promise<void>;
}

/** Dumps every row of our tables as of one moment; later writes are not included. */
export async function dumpDatabase(db: Db, { root, now, write }: DumpOptions): Promise<{ header: BackupHeader; digests: TableDigests }> {
  return db.transaction(
    async (transaction) => {
      const tx = transaction as unknown as Db;
      await run(tx, sql`set local timezone to 'UTC'`);
      // A large table takes longer than a statement may while serving.
      await run(tx, sql`set local statement_timeout = 0`);
      const header = await headerOf(tx, now);
      await write(markLine(header));
      const tables = await listOwnTables(tx, root);
      const digests = new TableDigests();
      for (const table of tables) {
        await write(markLine({ table: table.name, columns: table.columns }));
        digests.begin(table.name);
        for await (const lines of readLines(tx, table)) {
          for (const line of lines) digests.add(table.name, line);
          await write(`${lines.join("\n")}\n`);
        }
      }
      await write(markLine({ end: true, tables: digests.toJson(), sequences: await sequencesOf(tx, tables) }));
      return { header, digests };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
