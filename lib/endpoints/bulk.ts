import { z } from "zod";
import type { Db } from "@/db/client";
import { listSnapshotDates } from "@/db/queries/history/history";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { BULK_FORMATS, listBulkFiles, type BulkFormat } from "@/lib/loaders/history/bulk-files";
import { dateParam, integerParam } from "@/lib/schemas/params";

const BulkFile = z
  .strictObject({
    type: z.enum(SNAPSHOT_TYPES),
    format: z.enum(BULK_FORMATS),
    url: z.string(),
    bytes: z.int().describe("Length without Content-Encoding"),
    sha256: z.string().describe("Of the bytes without Content-Encoding, in hex"),
    rows: z.int(),
  })
  .meta({ id: "BulkFile" });

const pathOf = (date: string, type: SnapshotType, format: BulkFormat): string =>
  format === "csv" ? `/api/history/${date}/${type}?format=csv` : `/api/bulk/${date}/${type}.parquet`;

async function filesOf(db: Db, date: string, baseUrl: string): Promise<z.input<typeof BulkFile>[]> {
  const files = await listBulkFiles(db, date);
  return files.map((file) => ({ ...file, url: `${baseUrl}${pathOf(date, file.type, file.format)}` }));
}

export const bulk = defineEndpoint({
  method: "GET",
  path: "/api/bulk",
  tag: "History",
  summary: "Bulk downloads: each daily snapshot of history as CSV and Parquet files, with sizes and SHA-256 hashes",
  description:
    "Newest day first. The same day always has the same bytes, so a file whose hash is known need not be loaded again. `next_before` asks for the days before.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 3600,
  query: z.object({
    limit: integerParam(1, 14).default(3).describe("How many days"),
    before: dateParam().optional().describe("Only days before this one: `next_before` of the last page"),
  }),
  response: z.strictObject({
    count: z.int().describe("Days that were captured in all"),
    days: z.array(z.strictObject({ date: z.iso.date(), files: z.array(BulkFile) })),
    next_before: z.iso.date().nullable().describe("Null on the last page"),
  }),
}).handle(async ({ db, query: { limit, before }, baseUrl }) => {
  const dates = await listSnapshotDates(db);
  const later = dates.filter((date) => before === undefined || date < before);
  const shown = later.slice(0, limit);
  const days: { date: string; files: z.input<typeof BulkFile>[] }[] = [];
  for (const date of shown) days.push({ date, files: await filesOf(db, date, baseUrl) });
  return { count: dates.length, days, next_before: later.length > limit ? (shown.at(-1) ?? null) : null };
});
