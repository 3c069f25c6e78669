import { z } from "zod";
import { listStatusDays } from "@/db/queries/status/status";
import { statusPages } from "@/lib/catalogs/status-pages";
import { addDays, datesOf, utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { summariseUptime } from "@/lib/domain/status/uptime";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { integerParam } from "@/lib/schemas/params";
import { StatusDay } from "@/lib/schemas/status";

const MAX_DAYS = 30;

const ServiceDays = z
  .strictObject({
    name: z.string(),
    provider: z.string(),
    days_with_data: z.int(),
    uptime_pct: z.number().nullable(),
    days: z.array(StatusDay),
  })
  .meta({ id: "ServiceDays" });

export const statusDays = defineEndpoint({
  method: "GET",
  path: "/api/status/days",
  tag: "Status",
  summary: "Status by days: the class of each of the last days, for every service",
  description: "Days are UTC and classed as /api/history/status/uptime does; today is included and partial.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: 120,
  query: z.object({ days: integerParam(1, MAX_DAYS).default(MAX_DAYS).describe("Number of days, today included") }),
  response: z.strictObject({ range: z.strictObject({ from: z.string(), to: z.string(), days: z.int() }), services: z.array(ServiceDays) }),
  example: { query: { days: "7" } },
}).handle(async ({ query, db, now }) => {
  const to = utcDay(now);
  const range = { from: addDays(to, 1 - query.days), to, days: query.days };
  const dates = datesOf(range);
  const rows = await listStatusDays(
    db,
    statusPages.map((page) => page.id),
    range.from,
    range.to,
  );
  const byService = groupBy(rows, ({ service }) => service);
  const services = statusPages.map((page) => {
    const own = byService.get(page.id) ?? [];
    const { days_with_data, uptime_pct } = summariseUptime(dates, own);
    const statusOn = new Map(own.map(({ date, status }) => [date, status]));
    const days = dates.map((date) => ({ date, status: statusOn.get(date) ?? null, partial: date === to }));
    return { name: page.name, provider: page.provider, days_with_data, uptime_pct, days };
  });
  return { range, services };
});
