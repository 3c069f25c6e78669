import { z } from "zod";
import { listIncidents } from "@/db/queries/status/status";
import { findServices } from "@/lib/catalogs/find-services";
import { serviceParam } from "@/lib/catalogs/name-params";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { toIncidents } from "@/lib/loaders/status/to-incident";
import { booleanParam, integerParam, UNKNOWN_NAME } from "@/lib/schemas/params";
import { csvOf } from "@/lib/schemas/csv";
import { Incident } from "@/lib/schemas/status";

const toCsv = csvOf(Incident);

export const incidents = defineEndpoint({
  method: "GET",
  path: "/api/incidents",
  tag: "Status",
  summary: "Incidents and outages of AI providers, open ones first, then the newest",
  description:
    "An incident opens when a service stops being operational, or is not when it is first polled, and closes when it is operational again; a page that cannot be read in between changes nothing. At most one is open per service.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: ({ incidents: rows }) => (rows.some((incident) => incident.resolvedAt === null) ? 30 : 120),
  query: z.object({
    provider: serviceParam().optional().describe("Only this provider's incidents, by id or name"),
    open: booleanParam().optional().describe("True: only open ones; false: only resolved ones"),
    limit: integerParam(1, 200).default(50).describe("Number of incidents"),
  }),
  response: z.strictObject({ source: z.string(), count: z.int(), incidents: z.array(Incident) }),
  errors: UNKNOWN_NAME,
  csv: ({ incidents: rows }) => toCsv(rows),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, siteName }) => {
  const services = query.provider === undefined ? undefined : findServices(query.provider).pages.map((page) => page.id);
  const rows = await listIncidents(db, {
    limit: query.limit,
    ...(services ? { services } : {}),
    ...(query.open === undefined ? {} : { isOpen: query.open }),
  });
  return { source: siteName, count: rows.length, incidents: await toIncidents(db, rows) };
});
