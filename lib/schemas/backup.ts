import { z } from "zod";

export const BackupHeader = z.object({
  format: z.literal("ai-ecosystem-data/backup"),
  version: z.literal(1),
  installation: z.uuid(),
  madeAt: z.iso.datetime(),
  /** Applied migrations, by their timestamps in drizzle's journal. */
  migrations: z.array(z.int()).min(1),
  newestTransaction: z.int(),
  newestTransactionAt: z.iso.datetime().nullable(),
});
export type BackupHeader = z.output<typeof BackupHeader>;

/** `sum` adds up the digests of all rows, so it does not depend on their order. */
const TableDigest = z.object({ rows: z.int(), sum: z.string() });

/** A line that is no row: the start of a table, or the end mark. A file without end mark is truncated. */
export const BackupMark = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.literal(true), tables: z.record(z.string(), TableDigest), sequences: z.record(z.string(), z.string()) }),
]);
export type BackupMark = z.output<typeof BackupMark>;
export type BackupEnd = Extract<BackupMark, { end: true }>;
