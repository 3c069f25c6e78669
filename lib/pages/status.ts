import { isServiceName } from "@/lib/catalogs/name-params";
import { resolveProvider } from "@/lib/catalogs/providers";
import { statusPages } from "@/lib/catalogs/status-pages";
import { SERVICE_STATES } from "@/lib/domain/status/service-state";
import { incidents } from "@/lib/endpoints/incidents";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { status } from "@/lib/endpoints/status";
import { statusCheck } from "@/lib/endpoints/status/check";
import { statusDays } from "@/lib/endpoints/status/days";
import { stateCard } from "./cards";
import { definePage } from "./define";
import { choiceParameter, listParameter } from "./parameters";

/** Since when each service in trouble is: at most one incident is open per service. */
export const OPEN_INCIDENTS = { open: "true", limit: "200" };

const serviceNames = new Set(statusPages.flatMap(({ id, name }) => [id, name.toLowerCase()]));

/** A version, a path or a host before a colon: part of a service's name may stand there, too. */
const LOOKS_LIKE_MODEL = /[\d/:]/;

function isService(name: string): boolean {
  if (resolveProvider(name).provider !== null || serviceNames.has(name.toLowerCase())) return true;
  return !LOOKS_LIKE_MODEL.test(name) && isServiceName(name);
}

/** Readers name services and models in one field; a call of the endpoint takes one kind. */
export function checksOf(names: readonly string[]): { services?: string; models?: string }[] {
  const services = names.filter(isService);
  const models = names.filter((name) => !isService(name));
  return [...(services.length > 0 ? [{ services: services.join(",") }] : []), ...(models.length > 0 ? [{ models: models.join(",") }] : [])];
}

export const statusPage = definePage({
  path: "/status",
  title: "Status",
  description: "Which AI services are down or degraded now, by their own status pages and by our own probes, and their last 30 days.",
  label: "Status",
  group: "Now",
  audience: "public",
  card: stateCard,
  endpoints: [
    { endpoint: status },
    { endpoint: statusCheck, queryOf: ({ check }) => checksOf(check ?? [])[0] ?? {} },
    { endpoint: statusDays },
    { endpoint: probeLatest },
    { endpoint: incidents, query: OPEN_INCIDENTS },
  ],
  parameters: {
    /** Services or models about which the verdict above the list is, and which filter nothing. */
    check: listParameter(),
    state: choiceParameter(SERVICE_STATES),
  },
});
