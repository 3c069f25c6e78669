import { endpointsOf } from "@/lib/catalogs/inference-endpoints";
import { datasets } from "@/lib/datasets";
import { codedDays } from "@/lib/domain/status/day-codes";
import { isTrusted, silentSince, type CurrentService } from "@/lib/domain/status/current-states";
import { REASON_WORDS } from "@/lib/domain/status/unknown-reason";
import type { StatusRow } from "@/lib/domain/status/status-row";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { incidents } from "@/lib/endpoints/incidents";
import type { probeLatest } from "@/lib/endpoints/probe/latest";
import type { statusDays } from "@/lib/endpoints/status/days";
import type { AnswerOf } from "@/lib/pages/answer";
import type { StatusService } from "@/lib/schemas/status";

const { cadenceSeconds } = datasets.provider_status;

type Days = AnswerOf<typeof statusDays>;
type Incidents = AnswerOf<typeof incidents>;
type Probes = AnswerOf<typeof probeLatest>;
type Probed = Probes["summary"]["providers"][number];

function probeOf(provider: string, endpoints: readonly Probed[]): StatusRow["probe"] {
  const [probed] = endpointsOf(provider).flatMap(({ id }) => endpoints.find(({ endpoint }) => endpoint === id) ?? []);
  if (!probed) return null;
  return {
    okShare: probed.ok_pct,
    medianMs: probed.total.p50,
    isFailing: probed.probe_signal.signal === "provider_degraded",
    count: probed.count,
  };
}

/** A state that became unknown since the answer has no reason of its own: its check is too old. */
function remarksOf(
  { now, reason, lastChecked, openEvents, maintenance }: CurrentService<StatusService>,
  isOfLastReading: boolean,
): string[] {
  const reasonWords = lastChecked === null ? "it has not been read yet" : REASON_WORDS[reason ?? "stale"];
  const why = now.state === "unknown" && !isOfLastReading ? [reasonWords] : [];
  return [
    ...why,
    ...(maintenance ? ["a planned maintenance goes on"] : []),
    ...openEvents.map(({ component, status }) => `${component}: ${status}`),
  ];
}

/** Null stands for what could not be read: history, probes and incidents may each fail alone. */
export function statusRows(
  services: readonly CurrentService<StatusService>[],
  { days, probes, open }: { days: Days | null; probes: Probes | null; open: Incidents | null },
): StatusRow[] {
  const historyOf = new Map(days?.services.map((service) => [service.name, service]));
  const startOf = new Map(open?.incidents.map(({ service, startedAt }) => [service, startedAt]));
  const since = silentSince(services.map(({ now }) => now));
  const endpointsOf = groupBy(probes?.summary.providers ?? [], ({ provider }) => provider);
  return services.map((service) => {
    const { name, provider, now, statusPageUrl, lastChecked, components } = service;
    const history = historyOf.get(name);
    const isOfLastReading = since !== null && isTrusted(now.lastKnown?.at ?? null, cadenceSeconds, new Date(since));
    return {
      name,
      provider,
      state: now.state,
      lastKnown: now.lastKnown,
      isOfLastReading,
      remarks: remarksOf(service, isOfLastReading),
      since: startOf.get(name) ?? null,
      pageUrl: statusPageUrl,
      checkedAt: lastChecked,
      components: components.map((component) => ({ name: component.name, state: component.status })),
      days: history ? codedDays(history.days) : null,
      uptimePct: history?.uptime_pct ?? null,
      daysWithData: history?.days_with_data ?? 0,
      probe: probeOf(provider, endpointsOf.get(provider) ?? []),
    };
  });
}
