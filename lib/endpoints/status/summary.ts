import { z } from "zod";
import { statusPages } from "@/lib/catalogs/status-pages";
import { countStates, latestCheck, listServices } from "@/lib/domain/status/status-list";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { statusServices } from "@/lib/loaders/status/provider-states";
import { ServiceStatus, StatusCounts } from "@/lib/schemas/status";

export const statusSummary = defineEndpoint({
  method: "GET",
  path: "/api/status/summary",
  tag: "Status",
  summary: "Status summary: how many services are operational, degraded, down and of unknown status",
  description: "A projection of the record behind /api/status.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: ({ summary }) => (summary.degraded + summary.down > 0 ? 30 : 120),
  response: z.strictObject({
    source: z.string(),
    checked: z.iso.datetime().nullable(),
    summary: StatusCounts,
    services: z.array(z.strictObject({ name: z.string(), provider: z.string(), status: ServiceStatus })),
  }),
  example: {},
}).handle(async ({ db, siteName }) => {
  const rows = [...(await statusServices(db)).values()];
  const services = listServices(statusPages, rows).map(({ page, now }) => ({
    name: page.name,
    provider: page.provider,
    status: now?.state ?? ("unknown" as const),
  }));
  return {
    source: siteName,
    checked: latestCheck(rows)?.toISOString() ?? null,
    summary: countStates(services.map((service) => service.status)),
    services,
  };
});
