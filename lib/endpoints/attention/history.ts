import { z } from "zod";
import { listSnapshotDates } from "@/db/queries/history/history";
import { defineEndpoint, free } from "@/lib/http/endpoint";

export const attentionHistory = defineEndpoint({
  method: "GET",
  path: "/api/attention/history",
  tag: "Attention",
  summary: "History of the attention index: the days that were captured, newest first",
  description: "One snapshot a day, at 07:00 UTC, since the day on which this service started.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 60,
  response: z.strictObject({ source: z.string(), count: z.int(), dates: z.array(z.iso.date()) }),
}).handle(async ({ db, siteName }) => {
  const dates = await listSnapshotDates(db, "attention");
  return { source: siteName, count: dates.length, dates };
});
