import { createHash } from "node:crypto";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { z } from "zod";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { changePages } from "@/lib/domain/history/changes/change-pages";
import { retirementText, retirementTitle } from "@/lib/domain/models/retirements/retirement-words";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { selectRetirements } from "@/lib/loaders/models/listed-retirements";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import type { Retirement } from "@/lib/schemas/models/retirement";
import { retirementQuery } from "./retirement-query";

/** Equal at every installation and for ever. A calendar that is imported again then changes its entries. */
const uidOf = ({ host, model }: Retirement): string =>
  `${createHash("sha256").update(`${host}/${model.toLowerCase()}`).digest("hex").slice(0, 32)}@model-retirements`;

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const isWholeDay = ({ retires_on: day }: Retirement): boolean => day !== null && day.length === 10;

export const retirementsCalendar = defineEndpoint({
  method: "GET",
  path: "/api/models/retirements.ics",
  tag: "Models",
  summary: "Retirements of models as a calendar (iCalendar), to subscribe to",
  description:
    "An entry for each model at each host that ends on a known day. Its UID never changes; SEQUENCE grows with every day that moved. Takes the filters of /api/models/retirements.",
  access: free(),
  reads: ["retirements", "models"],
  maxAgeSeconds: 3600,
  query: retirementQuery,
  produces: "text/calendar",
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { query: { host: "openai" } },
}).handle(async ({ query, db, now, baseUrl, siteName }) => {
  await ensureFreshVersions(db);
  const { retirements } = await selectRetirements(db, query, now);
  const calendar = ical({
    name: `${siteName}: retirements of models`,
    prodId: { company: siteName, product: "model retirements", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 24 * 3600,
    url: `${baseUrl}/api/models/retirements.ics`,
  });
  for (const end of retirements.filter(isWholeDay)) {
    const day = end.retires_on ?? utcDay(now);
    calendar.createEvent({
      id: uidOf(end),
      sequence: end.moved_from.length,
      stamp: new Date(end.moved_at ?? end.first_seen_at),
      start: startOf(day),
      end: startOf(addDays(day, 1)),
      allDay: true,
      timezone: "UTC",
      summary: retirementTitle(end),
      description: `${retirementText(end)}${end.source_url === null ? "" : ` Source: ${end.source_url}`}`,
      url: `${baseUrl}${changePages.model(end.host, end.model)}`,
      categories: [{ name: end.host_name }],
      status: end.precision === "earliest" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
});
