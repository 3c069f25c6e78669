import { sql } from "drizzle-orm";
import { BackupHeader, BackupMark, type BackupEnd } from "@/lib/schemas/backup";
import type { Db } from "../client";
import { applyMigration, migrationsOf, createJournal } from "../migrate/migration-files";
import { rowsOf, run, text } from "../statements";
import { identifierList, listOwnTables, type OwnTable } from "./own-tables";
import { differingTables, TableDigests } from "./table-digests";

const ROWS_PER_INSERT = 500;
const BYTES_PER_INSERT = 1_000_000;

/** The file is not a backup, is truncated, or was changed after it was written. */
export class BackupUnreadableError extends Error {}

function readMark(line: string): BackupMark {
  try {
    return BackupMark.parse(JSON.parse(line.slice(1)));
  } catch {
    throw new BackupUnreadableError(`a line is not of a backup: ${line.slice(0, 80)}`);
  }
}

export function readHeader(line: string): BackupHeader {
  try {
    if (!line.startsWith("#")) throw new Error("no mark");
    return BackupHeader.parse(JSON.parse(line.slice(1)));
  } catch {
    throw new BackupUnreadableError("it does not begin as a backup of this service does");
  }
}

/**
 * Foreign keys are restored at the end, because rows arrive table by table. Restoring them also
 * detects rows that do not fit together.
 */
async function withoutForeignKeys(tx: Db, tables: readonly OwnTable[], work: () => Promise<void>): Promise<void> {
  const names = new Set(tables.map(({ name }) => name));
  const all = await rowsOf(
    tx,
    { owner: text, name: text, definition: text },
    sql`select t.relname as owner, k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k join pg_class t on t.oid = k.conrelid
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  const keys = all.filter(({ owner }) => names.has(owner));
  for (const { owner, name } of keys) await run(tx, sql`alter table ${sql.identifier(owner)} drop constraint ${sql.identifier(name)}`);
  await work();
  for (const { owner, name, definition } of keys) {
    await run(tx, sql`alter table ${sql.identifier(owner)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`);
  }
}

/** Disables the journal's triggers, which refuse truncated tables and writes to closed days. A restore does both. */
async function withoutTriggers(tx: Db, tables: readonly OwnTable[], work: () => Promise<void>): Promise<void> {
  for (const { name } of tables) await run(tx, sql`alter table ${sql.identifier(name)} disable trigger user`);
  await work();
  for (const { name } of tables) await run(tx, sql`alter table ${sql.identifier(name)} enable trigger user`);
}

async function insertLines(tx: Db, { name, columns }: OwnTable, lines: readonly string[]): Promise<void> {
  const columnList = identifierList(columns);
  await run(
    tx,
    sql`insert into ${sql.identifier(name)} (${columnList}) overriding system value select ${columnList} from json_populate_recordset(null::${sql.identifier(name)}, ${`[${lines.join(",")}]`}::json)`,
  );
}

async function insertRows(tx: Db, lines: AsyncIterable<string>): Promise<{ end: BackupEnd; digests: TableDigests }> {
  const digests = new TableDigests();
  let table: OwnTable | undefined;
  let batch: string[] = [];
  let batchBytes = 0;
  const flush = async () => {
    if (table && batch.length > 0) await insertLines(tx, table, batch);
    [batch, batchBytes] = [[], 0];
  };
  for await (const line of lines) {
    if (!line.startsWith("#")) {
      if (!table) throw new BackupUnreadableError("a row stands before its table");
      digests.add(table.name, line);
      batchBytes += batch.push(line) && line.length;
      if (batch.length >= ROWS_PER_INSERT || batchBytes >= BYTES_PER_INSERT) await flush();
      continue;
    }
    await flush();
    const mark = readMark(line);
    if ("end" in mark) return { end: mark, digests };
    table = { name: mark.table, columns: mark.columns };
    digests.begin(table.name);
  }
  throw new BackupUnreadableError("it ends before its end: the file is cut");
}

async function load(tx: Db, lines: AsyncIterable<string>, tables: readonly OwnTable[]): Promise<void> {
  await withoutTriggers(tx, tables, async () => {
    await withoutForeignKeys(tx, tables, async () => {
      await run(tx, sql`truncate ${identifierList(tables.map(({ name }) => name))}`);
      const { end, digests } = await insertRows(tx, lines);
      const [differing] = differingTables(end.tables, digests.toJson());
      if (differing) throw new BackupUnreadableError(`the rows of ${differing} are not those that were written`);
      for (const [name, value] of Object.entries(end.sequences)) {
        await run(tx, sql`select setval(${`public.${name}`}::regclass, ${value}::bigint)`);
      }
    });
  });
}

/** Fills a database without our tables in the caller's transaction, then migrates it. Throws BackupUnreadableError. */
export async function loadBackup(tx: Db, lines: AsyncIterator<string>, root: string): Promise<BackupHeader> {
  const first = await lines.next();
  const header = readHeader(first.done ? "" : first.value);
  const migrations = migrationsOf(root);
  const applied = migrations.filter(({ when }) => header.migrations.includes(when));
  if (applied.length < header.migrations.length) throw new BackupUnreadableError("it was made by a newer release than this one");
  await run(tx, sql`set local timezone to 'UTC'`);
  await run(tx, sql`set local statement_timeout = 0`);
  await createJournal(tx);
  for (const migration of applied) await applyMigration(tx, migration);
  await load(tx, { [Symbol.asyncIterator]: () => lines }, await listOwnTables(tx, root));
  for (const migration of migrations) if (!applied.includes(migration)) await applyMigration(tx, migration);
  return header;
}
