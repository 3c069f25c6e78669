import { z } from "zod";
import { serviceParam } from "@/lib/catalogs/name-params";
import type { DateRange } from "@/lib/domain/basics/date-range";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { findUptime } from "@/lib/loaders/status/find-uptime";
import { MOST_DAYS, RANGE_ERRORS, rangeParams, rangeUpTo } from "@/lib/http/require-date-range";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { Uptime, UPTIME_RULES, UPTIME_SUBJECT } from "@/lib/schemas/status";

const query = z.object({ provider: serviceParam().meta(UPTIME_SUBJECT), ...rangeParams() });

const rangeOf = ({ provider: _, ...days }: z.output<typeof query>, now: Date): DateRange => rangeUpTo(MOST_DAYS.uptime)(days, now);

export const premiumStatusUptime = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/status/uptime",
  tag: "History",
  summary: "Uptime and status history of one provider over up to 366 days, with a class for each day",
  description: `${UPTIME_RULES} A range without a day of data is not charged.`,
  access: premium(1),
  reads: ["provider_status"],
  maxAgeSeconds: 0,
  query,
  checkQuery: rangeOf,
  response: Uptime,
  isEmpty: (uptime) => uptime.days_with_data === 0,
  isPast: (uptime) => !uptime.partial,
  errors: { ...UNKNOWN_NAME, ...RANGE_ERRORS },
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query: uptimeQuery, db, now, capturedAt }) => {
  const uptime = await findUptime(db, uptimeQuery.provider, rangeOf(uptimeQuery, now), now);
  if (!uptime.partial) capturedAt(null);
  return uptime;
});
