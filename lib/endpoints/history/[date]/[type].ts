import { z } from "zod";
import { SNAPSHOT_TYPES } from "@/lib/domain/history/history-spans";
import { DAY_SECONDS } from "@/lib/domain/basics/time";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { readSnapshot } from "@/lib/loaders/history/read-snapshot";
import { dateParam } from "@/lib/schemas/params";
import { DatedSnapshot } from "@/lib/schemas/history/snapshot";
import { INCLUDE_HOSTS, snapshotTable, toCsvTable } from "@/lib/schemas/history/snapshot-table";

export const snapshotOn = defineEndpoint({
  method: "GET",
  path: "/api/history/[date]/[type]",
  tag: "History",
  summary: "One daily snapshot of history: prices, models, scores, abilities, status, agent activity, attention or GPU prices",
  description:
    "A captured day never changes. `pricing` and `models` hold makers' own listings; `include=hosts` adds the listings of hosts, clouds and aggregators.",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: DAY_SECONDS,
  query: z.object({ include: INCLUDE_HOSTS }),
  params: z.object({
    date: dateParam().meta({ invalid: "invalid_date", description: "A day of /api/history" }),
    type: z.enum(SNAPSHOT_TYPES).meta({ invalid: "invalid_type" }),
  }),
  response: DatedSnapshot,
  csv: ({ date, type, data }) => toCsvTable(snapshotTable(date, type, data)),
  errors: { snapshot_not_found: z.object({ date: z.string(), snapshot_type: z.string() }) },
  example: { params: { date: "2026-11-21", type: "pricing" } },
}).handle(async ({ params, query, db, capturedAt }) => {
  const snapshot = await readSnapshot(db, { ...params, ...query });
  capturedAt(snapshot.capturedAt);
  return { ...params, capturedAt: snapshot.capturedAt.toISOString(), data: snapshot.data } as z.input<typeof DatedSnapshot>;
});
