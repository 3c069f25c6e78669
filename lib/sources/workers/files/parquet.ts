import { parquetWriteBuffer, schemaFromColumnData, type ColumnSource } from "hyparquet-writer";
import type { ColumnKind, SnapshotTable } from "@/lib/schemas/history/snapshot-table";

const TYPES = { text: "STRING", json: "STRING", number: "DOUBLE", integer: "INT64", boolean: "BOOLEAN", moment: "TIMESTAMP" } as const satisfies Record<
  Exclude<ColumnKind, "date">,
  ColumnSource["type"]
>;

/** 64-bit columns are written from bigints, days and moments from dates. */
function cellOf(value: unknown, kind: ColumnKind): unknown {
  if (kind === "integer" && typeof value === "number") return BigInt(value);
  return (kind === "date" || kind === "moment") && typeof value === "string" ? new Date(value) : value;
}

/** parquetWriteBuffer has a short name for every type but this. */
const dateColumn = (name: string) =>
  ({ name, type: "INT32", repetition_type: "OPTIONAL", converted_type: "DATE", logical_type: { type: "DATE" } }) as const;

/** A table always gives the same bytes. Nothing of the moment or the machine is written. */
export function parquetOf({ columns, rows }: SnapshotTable): Uint8Array<ArrayBuffer> {
  const columnData = columns.map(({ name, kind }) => ({
    name,
    ...(kind === "date" ? {} : { type: TYPES[kind], nullable: true }),
    data: rows.map((row) => cellOf(row[name], kind)),
  }));
  const days = columns.filter(({ kind }) => kind === "date").map(({ name }) => [name, dateColumn(name)]);
  const schema = schemaFromColumnData({ columnData, schemaOverrides: Object.fromEntries(days) });
  // The schema says the types then.
  return new Uint8Array(parquetWriteBuffer({ columnData: columnData.map(({ name, data }) => ({ name, data })), schema }));
}
