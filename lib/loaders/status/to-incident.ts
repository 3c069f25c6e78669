import type { Db } from "@/db/client";
import type { IncidentRecord } from "@/db/queries/status/status";
import { statusPages } from "@/lib/catalogs/status-pages";
import { remember } from "@/lib/domain/basics/remember";
import { sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { isFirstSight } from "@/lib/domain/status/status-changes";
import type { Incident } from "@/lib/schemas/status";
import { statusServices } from "./provider-states";

const MOST_TITLES = 500;
/** Incidents are read far more often than they change. */
const shownTitle = remember(sanitizeTitle, MOST_TITLES);

const pageOf = new Map(statusPages.map((page) => [page.id, page]));

/** Incidents of a service that is no longer followed show its id in place of its name. */
export function toIncident({ service, title, startedAt, resolvedAt, ...rest }: IncidentRecord, firstKnownAt: Date | null): Incident {
  const page = pageOf.get(service);
  return {
    ...rest,
    service: page?.name ?? service,
    provider: page?.provider ?? service,
    title: shownTitle(title),
    startedAt: startedAt.toISOString(),
    started_before: isFirstSight(startedAt, { firstKnownAt }),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}

export async function toIncidents(db: Db, rows: readonly IncidentRecord[]): Promise<Incident[]> {
  const services = await statusServices(db);
  return rows.map((row) => toIncident(row, services.get(row.service)?.firstKnownAt ?? null));
}
