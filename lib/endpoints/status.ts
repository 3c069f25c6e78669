import { z } from "zod";
import { findServices } from "@/lib/catalogs/find-services";
import { serviceParam } from "@/lib/catalogs/name-params";
import { hasMachineAddress, statusPages, type StatusPage } from "@/lib/catalogs/status-pages";
import { sanitizeLabel, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { latestCheck, listServices, type ListedService } from "@/lib/domain/status/status-list";
import { unknownReason } from "@/lib/domain/status/unknown-reason";
import { datasets } from "@/lib/datasets";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { statusServices } from "@/lib/loaders/status/provider-states";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { StatusService } from "@/lib/schemas/status";

const MAX_COMPONENTS = 6;

const eventsOf = ({ now }: ListedService<StatusPage>): StatusService["openEvents"] =>
  (now?.components ?? []).flatMap(({ name, status: state, event }) =>
    event && state !== "operational"
      ? [{ component: sanitizeLabel(name), status: state, title: sanitizeTitle(event.title), startedAt: event.startedAt }]
      : [],
  );

const reasonOf = ({ page, now }: ListedService<StatusPage>, at: Date): StatusService["reason"] =>
  unknownReason(now && { ...now, hasMachineAddress: hasMachineAddress(page) }, datasets.provider_status.slaSeconds, at);

export function toService(listed: ListedService<StatusPage>, at: Date): StatusService {
  const { page, now } = listed;
  return {
    name: page.name,
    provider: page.provider,
    status: now?.state ?? "unknown",
    reason: reasonOf(listed, at),
    maintenance: now?.isMaintenance ?? false,
    statusPageUrl: page.pageUrl,
    components: (now?.components ?? [])
      .slice(0, MAX_COMPONENTS)
      .map(({ name, status, rawStatus }) => ({ name: sanitizeLabel(name), status, rawStatus })),
    openEvents: eventsOf(listed),
    lastChecked: now?.checkedAt?.toISOString() ?? null,
    lastKnownStatus: now?.knownState ?? null,
    lastKnownAt: now?.knownAt?.toISOString() ?? null,
  };
}

const isTroubled = (services: readonly { status: string }[]): boolean =>
  services.some((service) => service.status === "degraded" || service.status === "down");

export const status = defineEndpoint({
  method: "GET",
  path: "/api/status",
  tag: "Status",
  summary: "Status of AI providers: operational, degraded or down, polled every 2 minutes",
  description:
    "The status is the worst of the core components of the API: apps, chat products, websites, documentation and sign-in do not count, and components that differ only by region are one service, down when half of them are. An open major incident makes it degraded, a planned maintenance leaves it operational. A page that cannot be read, or says nothing, is unknown, never operational; its last known status is kept beside it.",
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: ({ services }) => (isTroubled(services) ? 30 : 120),
  query: z.object({ provider: serviceParam().optional().describe("Only this provider's services, by id or name") }),
  response: z.strictObject({
    source: z.string(),
    checked: z.iso.datetime().nullable().describe("When the newest poll was made; null before the first."),
    services: z.array(StatusService),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { provider: "anthropic" } },
}).handle(async ({ query, db, siteName, now: at, capturedAt }) => {
  const rows = [...(await statusServices(db)).values()];
  const pages = query.provider === undefined ? statusPages : findServices(query.provider).pages;
  const listed = listServices(pages, rows);
  if (query.provider !== undefined && listed.length > 0) capturedAt(listed.map(({ now }) => now?.readAt ?? null));
  return { source: siteName, checked: latestCheck(rows)?.toISOString() ?? null, services: listed.map((service) => toService(service, at)) };
});
