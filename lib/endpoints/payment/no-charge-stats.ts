import { z } from "zod";
import { utcDay } from "@/lib/domain/basics/date-range";
import { UNCHARGED_KEPT_DAYS } from "@/lib/domain/money/no-charge";
import { summarizeNoCharge } from "@/db/queries/money/call/no-charge";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { dateParam } from "@/lib/schemas/params";

const GROUPS = 200;
const ENDPOINTS = 100;

const Group = z.strictObject({
  ts: z.iso.datetime().describe("Start of the hour."),
  reason: z.string(),
  endpoint: z.string().describe("The path as it is declared."),
  count: z.int(),
  cost_skipped: z.int().describe("Credits, over all of them."),
});

export const noChargeStats = defineEndpoint({
  method: "GET",
  path: "/api/payment/no-charge-stats",
  tag: "Payment",
  summary: "No-charge stats: the public record of charges that were waived on a day",
  description: `Counts are over all of that UTC day; \`by_endpoint\` has the ${ENDPOINTS} most frequent paths and \`events\` how many there were by hour, path and reason, the newest ${GROUPS} lines. Callers and what they sent are never shown. A day is stored for ${UNCHARGED_KEPT_DAYS} days.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: z.object({ date: dateParam().optional().describe("UTC day; default today") }),
  response: z.strictObject({
    date: z.string(),
    count: z.int(),
    by_reason: z.record(z.string(), z.int()),
    by_endpoint: z.record(z.string(), z.int()),
    credits_skipped: z.int(),
    events: z.array(Group),
    note: z.string().optional().describe("Says so when nothing was waived."),
  }),
}).handle(async ({ query, db, now }) => {
  const today = utcDay(now);
  const date = query.date ?? today;
  if (date > today) {
    throw new ApiError("invalid_parameter", `\`date\` is after today: got "${date}", accepted is a day up to ${today} (UTC).`, {
      parameter: "date",
      given: date,
      accepted: `a day up to ${today}`,
    });
  }
  const day = await summarizeNoCharge(db, date, { groupLimit: GROUPS, endpointLimit: ENDPOINTS });
  return {
    date,
    count: day.count,
    by_reason: day.byReason,
    by_endpoint: day.byEndpoint,
    credits_skipped: day.creditsSkipped,
    events: day.groups.map(({ hour, reason, endpoint, count, creditsSkipped }) => ({
      ts: hour.toISOString(),
      reason,
      endpoint,
      count,
      cost_skipped: creditsSkipped,
    })),
    ...(day.count === 0 ? { note: "No charge was waived on this day." } : {}),
  };
});
