import { z } from "zod";

/** First line of a backup: whose data it holds, and up to where. */
export const BackupHeader = z.object({
  format: z.literal("ai-ecosystem-data/backup"),
  version: z.literal(1),
  installation: z.uuid(),
  madeAt: z.iso.datetime(),
  /** The migrations that its tables have, by the moments that drizzle's journal gives them. */
  migrations: z.array(z.int()).min(1),
  newestTransaction: z.int(),
  newestTransactionAt: z.iso.datetime().nullable(),
});
export type BackupHeader = z.output<typeof BackupHeader>;

/** `sum`: of the digests of all rows, in whatever order they were read. */
const TableDigest = z.object({ rows: z.int(), sum: z.string() });

/** A line that is no row: the table that the following rows are of, or the end, without which a file is cut. */
export const BackupMark = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.literal(true), tables: z.record(z.string(), TableDigest), sequences: z.record(z.string(), z.string()) }),
]);
export type BackupMark = z.output<typeof BackupMark>;
export type BackupEnd = Extract<BackupMark, { end: true }>;
