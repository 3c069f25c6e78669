import { z } from "zod";
import { mentions, type StatusComponent } from "@/lib/domain/status/core-components";
import { saysOver } from "@/lib/domain/status/incident-words";
import { severityOfText, worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { jsonSource } from "./status-source";

const Impacted = z.object({ service_name: text, current: label, max: label });

const Event = z.object({
  date: moment,
  end_time: label,
  region_name: text,
  status: label,
  service: text,
  service_name: text,
  summary: text,
  event_log: listOf(z.object({ summary: text, message: text, status: label, timestamp: moment })),
  impacted_services: z.record(z.string(), Impacted.catch({ service_name: null, current: null, max: null })).catch({}),
});

type Event = z.output<typeof Event>;

/** AWS codes: 0 resolved, 1 informational, 2 degradation, 3 disruption. */
const CODES: Readonly<Record<string, ServiceState>> = { "0": "operational", "1": "degraded", "2": "degraded", "3": "down" };

const newestOf = ({ event_log: log }: Event) =>
  log.reduce<Event["event_log"][number] | undefined>(
    (newest, entry) => (newest && (newest.timestamp ?? 0) > (entry.timestamp ?? 0) ? newest : entry),
    undefined,
  );

/** Open, unless the newest entry of its log says that all operates normally again. */
const isOpen = (event: Event): boolean =>
  !event.end_time &&
  event.status !== "0" &&
  !/^\s*\[resolved\]/i.test(event.summary ?? "") &&
  newestOf(event)?.status !== "0" &&
  !saysOver(newestOf(event)?.message ?? "");

const isMultiService = (event: Event): boolean => (event.service ?? "").toLowerCase().startsWith("multipleservices");

const impactedOf = (event: Event, names: readonly string[]) =>
  Object.entries(event.impacted_services).filter(
    ([key, impacted]) => names.length === 0 || mentions(`${key} | ${impacted.service_name ?? ""}`, names),
  );

const concerns = (event: Event, names: readonly string[]): boolean =>
  names.length === 0 || mentions(`${event.service ?? ""} | ${event.service_name ?? ""}`, names) || impactedOf(event, names).length > 0;

function severityOf(event: Event): "degraded" | "down" {
  const latest = newestOf(event);
  return event.status === "3" || severityOfText(`${event.summary ?? ""} ${latest?.summary ?? ""} ${latest?.message ?? ""}`) === "down"
    ? "down"
    : "degraded";
}

const titleOf = (event: Event): string => event.summary ?? "Service event";

function toComponents(event: Event, names: readonly string[]): StatusComponent[] {
  const regionEvent = { title: titleOf(event), startedAt: event.date?.toISOString() ?? null };
  const region = event.region_name ? ` (${event.region_name})` : "";
  if (!isMultiService(event)) {
    return [
      {
        name: `${event.service_name ?? event.service ?? "Service"}${region}`,
        status: severityOf(event),
        rawStatus: event.status,
        isCore: true,
        event: regionEvent,
      },
    ];
  }
  return impactedOf(event, names).map(([key, impacted]) => ({
    name: `${impacted.service_name ?? key}${region}`,
    status: CODES[impacted.current ?? ""] ?? "unknown",
    rawStatus: impacted.current,
    isCore: false,
    event: regionEvent,
  }));
}

const looksLikeEvent = (entry: unknown): boolean =>
  isRecord(entry) && "service" in entry && ("arn" in entry || "event_log" in entry || "region_name" in entry);

/** AWS Health's current events. A `multipleservices` event is listed as components but does not change the overall state. */
export const aws = jsonSource({
  what: "a list of AWS events",
  schema: listOf(Event),
  looksLike: (json) => Array.isArray(json) && json.some(looksLikeEvent),
  mayBeEmpty: true,
  read(all, rules) {
    const events = all.filter((event) => isOpen(event) && concerns(event, rules.include));
    const own = events.filter((event) => !isMultiService(event));
    const state = own.length === 0 ? "operational" : worstState(own.map(severityOf));
    const parts = events.flatMap((event) => toComponents(event, rules.include)).sort((a, b) => Number(b.isCore) - Number(a.isCore));
    return {
      state,
      rawStatus: own[0]?.status ?? null,
      components: own.length > 0 ? parts : [{ name: "API", status: state, rawStatus: null, isCore: true }, ...parts],
      incidents: own.map((event) => ({ title: titleOf(event), impact: severityOf(event), startedAt: event.date })),
      isMaintenance: false,
      reportedAt: null,
    };
  },
});
