import { z } from "zod";
import { listSnapshotCoverage, listSnapshotDates } from "@/db/queries/history/history";
import { SNAPSHOT_TYPES } from "@/lib/domain/history/history-spans";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const Coverage = z.strictObject({ type: z.enum(SNAPSHOT_TYPES), first: z.iso.date(), last: z.iso.date(), days: z.int() });

export const history = defineEndpoint({
  method: "GET",
  path: "/api/history",
  tag: "History",
  summary: "History: days and types of the daily snapshots, newest first",
  description:
    "Snapshots are taken at 07:00 UTC, once a day, since the day on which this service started. A type whose source could not be read that day has no snapshot for it: `coverage` counts the days of each.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 3600,
  response: z.strictObject({
    dates: z.array(z.iso.date()),
    types: z.array(z.enum(SNAPSHOT_TYPES)),
    count: z.int().describe("Number of dates"),
    coverage: z.array(Coverage),
  }),
}).handle(async ({ db }) => {
  const dates = await listSnapshotDates(db);
  return { dates, types: [...SNAPSHOT_TYPES], count: dates.length, coverage: await listSnapshotCoverage(db) };
});
