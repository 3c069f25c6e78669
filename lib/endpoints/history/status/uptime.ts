import { z } from "zod";
import { serviceParam } from "@/lib/catalogs/name-params";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findUptime } from "@/lib/loaders/status/find-uptime";
import { RANGE_ERRORS, requireShortRange, shortRangeParams } from "@/lib/http/require-date-range";
import { FreeTier, freeTier } from "@/lib/schemas/history/series";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { Uptime, UPTIME_RULES, UPTIME_SUBJECT } from "@/lib/schemas/status";

const MAX_DAYS = 30;

export const statusUptime = defineEndpoint({
  method: "GET",
  path: "/api/history/status/uptime",
  tag: "History",
  summary: "Uptime and status history of one provider over up to 30 days, with a class for each day",
  description: UPTIME_RULES,
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: 120,
  query: z.object({ provider: serviceParam().meta(UPTIME_SUBJECT), ...shortRangeParams(MAX_DAYS) }),
  response: z.strictObject({ ...Uptime.shape, ...FreeTier }),
  csv: ({ days }) => ({ columns: ["date", "status", "partial"], rows: days.map((day) => [day.date, day.status, day.partial]) }),
  isPast: (uptime) => !uptime.partial,
  errors: { ...UNKNOWN_NAME, ...RANGE_ERRORS },
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query, db, now }) => {
  const range = requireShortRange(query, MAX_DAYS, now);
  const uptime = await findUptime(db, query.provider, range, now);
  return { ...uptime, ...freeTier("/api/premium/history/status/uptime", 366, "The same rollup over a longer range.") };
});
