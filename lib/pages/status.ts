import { SERVICE_STATES } from "@/lib/domain/status/service-state";
import { incidents } from "@/lib/endpoints/incidents";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { status } from "@/lib/endpoints/status";
import { statusDays } from "@/lib/endpoints/status/days";
import { stateCard } from "./cards";
import { definePage } from "./define";
import { choiceParameter } from "./parameters";

/** Since when each service in trouble is: at most one incident is open per service. */
export const OPEN_INCIDENTS = { open: "true", limit: "200" };

export const statusPage = definePage({
  path: "/status",
  title: "Status",
  description: "Which AI services are down or degraded now, by their own status pages and by our own probes, and their last 30 days.",
  label: "Status",
  group: "Now",
  audience: "public",
  card: stateCard,
  endpoints: [{ endpoint: status }, { endpoint: statusDays }, { endpoint: probeLatest }, { endpoint: incidents, query: OPEN_INCIDENTS }],
  parameters: { state: choiceParameter(SERVICE_STATES) },
});
