import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db } from "@/db/client";
import { listSnapshotsOn, type SnapshotRecord } from "@/db/queries/history/history";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import { csvText } from "@/lib/sources/workers/files/csv-text";
import { parquetOf } from "@/lib/sources/workers/files/parquet";
import { snapshotTable, toCsvTable, type SnapshotTable } from "@/lib/schemas/history/snapshot-table";
import { readSnapshot } from "./read-snapshot";

export const BULK_FORMATS = ["csv", "parquet"] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

interface FileFacts {
  format: BulkFormat;
  bytes: number;
  sha256: string;
  rows: number;
}

const BYTES_OF: Record<BulkFormat, (table: SnapshotTable) => Uint8Array> = {
  csv: (table) => new TextEncoder().encode(csvText(toCsvTable(table))),
  parquet: parquetOf,
};

function factsOf(table: SnapshotTable, format: BulkFormat): FileFacts {
  const bytes = BYTES_OF[format](table);
  return { format, bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex"), rows: table.rows.length };
}

/** Facts of files, for as long as the process runs, because a captured day never changes. */
const known = new LRUCache<string, FileFacts[]>({ max: 10_000 });

async function filesOf(db: Db, { date, type, capturedAt }: SnapshotRecord): Promise<FileFacts[]> {
  // A day that is captured anew after its data was removed has another time.
  const key = [date, type, capturedAt.getTime()].join(" ");
  const before = known.get(key);
  if (before) return before;
  const table = snapshotTable(date, type, (await readSnapshot(db, { date, type })).data);
  const files = BULK_FORMATS.map((format) => factsOf(table, format));
  known.set(key, files);
  return files;
}

/** The files of a day. Snapshots are read in turn, so that a long list does not take all connections. */
export async function listBulkFiles(db: Db, date: string): Promise<(FileFacts & Pick<SnapshotRecord, "type">)[]> {
  const files = [];
  for (const snapshot of await listSnapshotsOn(db, date)) {
    for (const file of await filesOf(db, snapshot)) files.push({ type: snapshot.type, ...file });
  }
  return files;
}

/** A day's snapshot as a Parquet file. */
export async function readParquetFile(db: Db, date: string, type: SnapshotType): Promise<{ bytes: Uint8Array<ArrayBuffer>; capturedAt: Date }> {
  const { data, capturedAt } = await readSnapshot(db, { date, type });
  return { bytes: parquetOf(snapshotTable(date, type, data)), capturedAt };
}
