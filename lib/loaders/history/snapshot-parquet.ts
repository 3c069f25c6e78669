import { parquetWriteBuffer, type ColumnSource } from "hyparquet-writer";
import type { ColumnKind, SnapshotTable } from "@/lib/schemas/history/snapshot-table";

const TYPES = { text: "STRING", json: "STRING", number: "DOUBLE", integer: "INT64", boolean: "BOOLEAN" } as const satisfies Record<
  ColumnKind,
  ColumnSource["type"]
>;

/** 64-bit columns are written from bigints. */
const cellOf = (value: unknown, kind: ColumnKind): unknown => (kind === "integer" && typeof value === "number" ? BigInt(value) : value);

/** The same table is always the same bytes: nothing of the moment or the machine is written. */
export function snapshotParquet({ columns, rows }: SnapshotTable): Uint8Array<ArrayBuffer> {
  const columnData = columns.map(({ name, kind }) => ({
    name,
    type: TYPES[kind],
    nullable: true,
    data: rows.map((row) => cellOf(row[name], kind)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
