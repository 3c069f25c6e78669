import { z } from "zod";
import { listIncidents } from "@/db/queries/status/status";
import { FOLLOWED_PROVIDERS } from "@/lib/catalogs/find-services";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { requireServices } from "@/lib/loaders/status/require-services";
import { toIncidents } from "@/lib/loaders/status/to-incident";
import { booleanParam, integerParam, textParam } from "@/lib/schemas/params";
import { csvOf } from "@/lib/schemas/csv";
import { Incident, UNKNOWN_SERVICES } from "@/lib/schemas/status";

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
    provider: textParam(100).optional().meta({ known: FOLLOWED_PROVIDERS, description: "Only this provider's incidents, by id or name" }),
    open: booleanParam().optional().describe("True: only open ones; false: only resolved ones"),
    limit: integerParam(1, 200).default(50).describe("Number of incidents"),
  }),
  response: z.strictObject({ source: z.string(), count: z.int(), incidents: z.array(Incident) }),
  errors: UNKNOWN_SERVICES,
  csv: ({ incidents: rows }) => toCsv(rows),
  example: { query: { limit: "10" } },
}).handle(async ({ query, db, siteName }) => {
  const services = query.provider === undefined ? undefined : requireServices(query.provider).pages.map((page) => page.id);
  const rows = await listIncidents(db, {
    limit: query.limit,
    ...(services ? { services } : {}),
    ...(query.open === undefined ? {} : { isOpen: query.open }),
  });
  return { source: siteName, count: rows.length, incidents: await toIncidents(db, rows) };
});
