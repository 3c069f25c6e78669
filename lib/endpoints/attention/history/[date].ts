import { z } from "zod";
import { listAttentionDay } from "@/db/queries/attention/attention";
import { findSnapshot } from "@/db/queries/history/history";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { Attention, toAttention } from "@/lib/schemas/attention";
import { dateParam } from "@/lib/schemas/params";

export const attentionOn = defineEndpoint({
  method: "GET",
  path: "/api/attention/history/[date]",
  tag: "Attention",
  summary: "The attention index in history, as it stood on one captured day",
  access: free(),
  reads: ["history"],
  maxAgeSeconds: 600,
  params: z.object({ date: dateParam().meta({ invalid: "invalid_date", description: "A day of /api/attention/history" }) }),
  response: z.strictObject({ source: z.string(), date: z.iso.date(), capturedAt: z.iso.datetime(), data: Attention }),
  errors: { snapshot_not_found: z.object({ date: z.string() }) },
  example: { params: { date: "2026-11-21" } },
}).handle(async ({ params: { date }, db, siteName, capturedAt }) => {
  const snapshot = await findSnapshot(db, date, "attention");
  if (!snapshot) throw new ApiError("snapshot_not_found", `The attention index of ${date} was not captured.`, { date });
  capturedAt(snapshot.capturedAt);
  const rows = (await listAttentionDay(db, date)).map((row) => ({ ...row, id: row.provider }));
  return { source: siteName, date, capturedAt: snapshot.capturedAt.toISOString(), data: toAttention(rows, snapshot.takenAt, providerName) };
});
