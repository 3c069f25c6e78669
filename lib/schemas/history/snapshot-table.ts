import { z } from "zod";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import { ProviderAttention } from "../attention";
import type { CsvTable } from "../csv";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { SNAPSHOT_ROWS, type SnapshotData } from "./snapshot";

export const INCLUDE_HOSTS = z.enum(["hosts"]).optional().describe("Adds listings at hosts, clouds and aggregators to pricing and models");

/** What a column holds besides nulls. A list or an object stands there as its JSON, a day as YYYY-MM-DD, a moment in ISO 8601. */
export type ColumnKind = "date" | "moment" | "text" | "number" | "integer" | "boolean" | "json";

export interface SnapshotTable {
  columns: readonly { name: string; kind: ColumnKind }[];
  /** By column; a value that the answer leaves out is null. */
  rows: readonly Readonly<Record<string, unknown>>[];
}

type Table = { columns: Readonly<Record<string, ColumnKind>>; rows: readonly Readonly<Record<string, unknown>>[] };

/** The kind of a field by its schema, without what makes it optional or nullable. */
function kindOf(field: z.ZodType): ColumnKind {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) return kindOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodNumber) return field.isInt ? "integer" : "number";
  if (field instanceof z.ZodISODate) return "date";
  if (field instanceof z.ZodBoolean || field instanceof z.ZodLiteral) return "boolean";
  return field instanceof z.ZodArray || field instanceof z.ZodObject ? "json" : "text";
}

const columnsOf = (entry: z.ZodObject): Record<string, ColumnKind> =>
  Object.fromEntries(Object.entries(entry.shape).map(([name, field]) => [name, kindOf(field as z.ZodType)]));

const SCORES = Object.fromEntries(BENCHMARK_IDS.map((id): [string, ColumnKind] => [id, "number"]));

const TABLES: { [Type in SnapshotType]: (data: SnapshotData[Type]) => Table } = {
  pricing: ({ models }) => ({ columns: columnsOf(SNAPSHOT_ROWS.pricing), rows: models }),
  models: ({ models }) => ({ columns: columnsOf(SNAPSHOT_ROWS.models), rows: models }),
  benchmarks: ({ models }) => ({
    columns: { model: "text", provider: "text", providerId: "text", ...SCORES },
    rows: models.map(({ scores, ...model }) => ({ ...model, ...scores })),
  }),
  capability: ({ models }) => ({ columns: columnsOf(SNAPSHOT_ROWS.capability), rows: models }),
  status: ({ services }) => ({ columns: columnsOf(SNAPSHOT_ROWS.status), rows: services }),
  "agent-activity": ({ by_bot: hits }) => ({
    columns: { bot: "text", hits: "integer" },
    rows: Object.entries(hits).map(([bot, count]) => ({ bot, hits: count })),
  }),
  attention: ({ providers }) => ({ columns: columnsOf(ProviderAttention), rows: providers }),
  gpu: ({ gpus }) => ({ columns: columnsOf(SNAPSHOT_ROWS.gpu), rows: gpus }),
};

/** A snapshot's entries as rows. Each row bears the day, so that files of several days can be joined. */
export function snapshotTable<Type extends SnapshotType>(date: string, type: Type, data: SnapshotData[Type]): SnapshotTable {
  const { columns, rows } = TABLES[type](data);
  const kinds = Object.entries({ date: "date" as const, ...columns });
  const plain = (value: unknown, kind: ColumnKind): unknown => (value == null ? null : kind === "json" ? JSON.stringify(value) : value);
  return {
    columns: kinds.map(([name, kind]) => ({ name, kind })),
    rows: rows.map((row) => Object.fromEntries(kinds.map(([name, kind]) => [name, plain(name === "date" ? date : row[name], kind)]))),
  };
}

export function toCsvTable({ columns, rows }: SnapshotTable): CsvTable {
  const names = columns.map(({ name }) => name);
  return { columns: names, rows: rows.map((row) => names.map((name) => row[name])) };
}
