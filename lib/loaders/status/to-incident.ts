import type { IncidentRecord } from "@/db/queries/status/status";
import { statusPages } from "@/lib/catalogs/status-pages";
import { sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import type { Incident } from "@/lib/schemas/status";

const pageOf = new Map(statusPages.map((page) => [page.id, page]));

/** Incidents of a service that is no longer followed show its id in place of its name. */
export function toIncident({ service, title, startedAt, resolvedAt, ...rest }: IncidentRecord): Incident {
  const page = pageOf.get(service);
  return {
    ...rest,
    service: page?.name ?? service,
    provider: page?.provider ?? service,
    title: sanitizeTitle(title),
    startedAt: startedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}
