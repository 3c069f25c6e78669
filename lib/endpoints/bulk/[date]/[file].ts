import { z } from "zod";
import { DAY_SECONDS } from "@/lib/domain/basics/time";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { readParquetFile } from "@/lib/loaders/history/bulk-files";
import { Binary } from "@/lib/schemas/binary";
import { dateParam } from "@/lib/schemas/params";

const fileOf = (type: SnapshotType): string => `${type}.parquet`;

function typeOf(file: string): SnapshotType {
  const type = SNAPSHOT_TYPES.find((one) => fileOf(one) === file);
  if (!type) throw new Error(`${file} was accepted as the file of a snapshot`);
  return type;
}

export const bulkFile = defineEndpoint({
  method: "GET",
  path: "/api/bulk/[date]/[file]",
  tag: "History",
  summary: "One daily snapshot of history in bulk, as a Parquet file",
  description:
    "The same entries as /api/history/{date}/{type}, a row each, with the day in the column `date`, which is a DATE; a list stands there as its JSON. The bytes of a captured day never change: /api/bulk has their SHA-256. The same table as CSV is /api/history/{date}/{type}?format=csv.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: DAY_SECONDS,
  params: z.object({
    date: dateParam().meta({ invalid: "invalid_date", description: "A day of /api/bulk" }),
    file: z
      .enum(SNAPSHOT_TYPES.map(fileOf))
      .meta({ invalid: "invalid_type", description: "The type of the snapshot, with the extension .parquet" }),
  }),
  produces: "application/vnd.apache.parquet",
  response: Binary,
  errors: { snapshot_not_found: z.object({ date: z.string(), snapshot_type: z.string() }) },
  example: { params: { date: "2026-11-21", file: "pricing.parquet" } },
}).handle(async ({ params: { date, file }, db, capturedAt }) => {
  const read = await readParquetFile(db, date, typeOf(file));
  capturedAt(read.capturedAt);
  return read.bytes;
});
