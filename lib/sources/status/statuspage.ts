import { z } from "zod";
import { mentions, type ComponentRules, type PageComponent } from "@/lib/domain/status/core-components";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { isMaintenanceWord, stateOfWord } from "./state-words";
import { impactOfWord, jsonSource, pageComponent, readingOf, type ReportedIncident } from "./status-source";

const Component = z.object({ id: label, name: z.string(), status: label, group: z.boolean().nullish().catch(null), group_id: label });

const Incident = z.object({
  name: text,
  status: label,
  impact: label,
  started_at: moment,
  created_at: moment,
  resolved_at: moment,
  components: listOf(Component),
  affected_components: listOf(z.object({ name: z.string(), current_status: label, status: label })),
});

const Summary = z.object({
  page: z.object({ updated_at: moment }).catch({ updated_at: null }),
  status: z.object({ indicator: label, description: text }).nullish().catch(null),
  components: listOf(Component).optional(),
  incidents: listOf(Incident).optional(),
});

type Incident = z.output<typeof Incident>;
type Component = z.output<typeof Component>;

const CLOSED = new Set(["resolved", "postmortem", "completed", "scheduled", "verifying"]);

const isOpen = (incident: Incident): boolean =>
  !CLOSED.has((incident.status ?? "").toLowerCase()) && incident.resolved_at === null && !isMaintenanceWord(incident.impact);

function concerns(incident: Incident, rules: ComponentRules): boolean {
  const names = [...incident.components, ...incident.affected_components].map((component) => component.name);
  return rules.include.length === 0 || mentions([incident.name ?? "", ...names].join(" | "), rules.include);
}

const toReported = (incident: Incident): ReportedIncident => ({
  title: incident.name ?? "Incident",
  impact: impactOfWord(incident.impact),
  startedAt: incident.started_at ?? incident.created_at,
});

/** A group is dropped when its members are listed too, since it only repeats them. */
function toComponents(components: readonly Component[]): PageComponent[] {
  const groupNames = new Map(components.filter((component) => component.group).map((component) => [component.id, component.name]));
  const isRepeated = (component: Component): boolean =>
    component.group === true && components.some((other) => other.group_id !== null && other.group_id === component.id);
  return components
    .filter((component) => !isRepeated(component))
    .map((component) => pageComponent(component.name, groupNames.get(component.group_id) ?? null, component.status));
}

/** Some pages list a component only inside the incident that affects it. */
function withIncidentComponents(components: readonly Component[], open: readonly Incident[]): PageComponent[] {
  const listed = new Set(components.flatMap((component) => [component.id, component.name]));
  const fromIncidents = open
    .flatMap((incident) => incident.components)
    .filter((component) => !listed.has(component.id) && !listed.has(component.name));
  const affected = open.flatMap((incident) => incident.affected_components).filter((component) => !listed.has(component.name));
  return [
    ...toComponents([...components, ...new Map(fromIncidents.map((component) => [component.name, component])).values()]),
    ...affected.map((component) => pageComponent(component.name, null, component.current_status ?? component.status)),
  ];
}

const isFresh = (incident: Incident): boolean => ["investigating", "identified"].includes((incident.status ?? "").toLowerCase());

/** A fresh incident that names no component, on a page where every component is operational. */
function isUnexplained(open: readonly Incident[], components: readonly PageComponent[]): boolean {
  const isNameless = open.some((incident) => isFresh(incident) && incident.components.length + incident.affected_components.length === 0);
  return isNameless && components.every((component) => component.status === "operational");
}

function umbrellaOf(indicator: string | null | undefined, open: readonly Incident[] | null): ServiceState {
  if (indicator !== null && indicator !== undefined) return stateOfWord(indicator);
  if (open === null) return "unknown";
  return open.length === 0
    ? "operational"
    : worstState(open.map((incident) => (stateOfWord(incident.impact) === "unknown" ? "degraded" : stateOfWord(incident.impact))));
}

const hasIndicator = (status: unknown): boolean => isRecord(status) && "indicator" in status;

/** Atlassian Statuspage v2. incident.io serves the same shape with fewer fields. */
export const statuspage = jsonSource({
  what: "a Statuspage summary",
  schema: Summary,
  looksLike: (json) =>
    isRecord(json) &&
    (hasIndicator(json.status) ||
      (isRecord(json.page) && typeof json.page.status !== "string" && (Array.isArray(json.incidents) || Array.isArray(json.components)))),
  read({ page, status, components, incidents }, rules) {
    const open = incidents?.filter((incident) => isOpen(incident) && concerns(incident, rules)) ?? null;
    const all = withIncidentComponents(components ?? [], open ?? []);
    const umbrella = umbrellaOf(status?.indicator, open);
    const state = {
      all,
      umbrella,
      rawStatus: status?.indicator ?? null,
      incidents: (open ?? []).map(toReported),
      reportedAt: page.updated_at,
    };
    const isHistory = components === undefined && !status;
    const reading = readingOf(state, isHistory ? { ...rules, include: [] } : rules);
    const takesPageState = reading.state === "operational" && rules.include.length === 0 && isUnexplained(open ?? [], all);
    return takesPageState ? { ...reading, state: umbrella } : reading;
  },
});
