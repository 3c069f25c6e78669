import { z } from "zod";
import { utcDay } from "@/lib/domain/date-range";
import { summarizeNoCharge } from "@/db/queries/no-charge";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { dateParam } from "@/lib/schemas/params";

const EVENTS = 200;
const ENDPOINTS = 100;

const Event = z.strictObject({
  ts: z.iso.datetime(),
  reason: z.string(),
  endpoint: z.string(),
  cost_skipped: z.int(),
  token_short: z.string().describe("First and last eight characters of the token's secret part; empty for a call that was paid without a token."),
});

export const noChargeStats = defineEndpoint({
  method: "GET",
  path: "/api/payment/no-charge-stats",
  tag: "Payment",
  summary: "The public record of charges that were waived on a day",
  description: `Counts are over all of that UTC day; \`by_endpoint\` has the ${ENDPOINTS} most frequent paths and \`events\` the newest ${EVENTS}.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 30,
  isPrepared: false,
  query: z.object({ date: dateParam().optional().describe("UTC day; default today") }),
  response: z.strictObject({
    date: z.string(),
    count: z.int(),
    by_reason: z.record(z.string(), z.int()),
    by_endpoint: z.record(z.string(), z.int()),
    credits_skipped: z.int(),
    events: z.array(Event),
    note: z.string().optional().describe("Says so when nothing was waived."),
  }),
}).handle(async ({ query, db, now }) => {
  const today = utcDay(now);
  const date = query.date ?? today;
  if (date > today) throw new ApiError("invalid_parameter", `\`date\` is after today: got "${date}", accepted is a day up to ${today} (UTC).`, { parameter: "date", given: date, accepted: `a day up to ${today}` });
  const day = await summarizeNoCharge(db, date, { eventLimit: EVENTS, endpointLimit: ENDPOINTS });
  return {
    date,
    count: day.count,
    by_reason: day.byReason,
    by_endpoint: day.byEndpoint,
    credits_skipped: day.creditsSkipped,
    events: day.events.map(({ at, reason, endpoint, creditsSkipped, tokenShort }) => ({ ts: at.toISOString(), reason, endpoint, cost_skipped: creditsSkipped, token_short: tokenShort })),
    ...(day.count === 0 ? { note: "No charge was waived on this day." } : {}),
  };
});
