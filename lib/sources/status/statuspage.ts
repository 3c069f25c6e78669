import { z } from "zod";
import { mentions, type ComponentRules, type PageComponent } from "@/lib/domain/status/core-components";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { isMaintenanceWord, stateOfWord } from "./state-words";
import { impactOfWord, jsonSource, pageComponent, readingOf, requireEvidence, type PageIncident } from "./status-source";

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
  scheduled_maintenances: listOf(Incident),
});

type Incident = z.output<typeof Incident>;
type Component = z.output<typeof Component>;

const CLOSED = new Set(["resolved", "postmortem", "completed", "scheduled", "planned", "verifying", "cancelled", "canceled", "closed"]);

const isOpen = (incident: Incident): boolean =>
  !CLOSED.has((incident.status ?? "").toLowerCase()) && incident.resolved_at === null && !isMaintenanceWord(incident.impact);

function concerns(incident: Incident, rules: ComponentRules): boolean {
  const names = [...incident.components, ...incident.affected_components].map((component) => component.name);
  return rules.include.length === 0 || mentions([incident.name ?? "", ...names].join(" | "), rules.include);
}

const affectedBy = ({ components, affected_components: affected }: Incident, groupNames: GroupNames): PageIncident["affected"] => [
  ...components.map(({ name, group_id: id }) => ({ name, group: groupNames.get(id) ?? null })),
  ...affected.map(({ name }) => ({ name, group: null })),
];

const MAJOR = new Set(["major", "critical"]);
const FRESH = new Set(["investigating", "identified", "started"]);

const toIncident = (incident: Incident, groupNames: GroupNames): PageIncident => ({
  title: incident.name ?? "Incident",
  impact: impactOfWord(incident.impact),
  startedAt: incident.started_at ?? incident.created_at,
  affected: affectedBy(incident, groupNames),
  isMajor: MAJOR.has((incident.impact ?? "").toLowerCase()),
  isFresh: FRESH.has((incident.status ?? "").toLowerCase()),
});

type GroupNames = ReadonlyMap<string | null, string>;

const groupNamesOf = (components: readonly Component[]): GroupNames =>
  new Map(components.filter(({ group }) => group).map(({ id, name }) => [id, name]));

const GOES_ON = new Set(["in_progress", "verifying"]);

/** A group is dropped when its members are listed too, since it only repeats them. */
function toComponents(components: readonly Component[]): PageComponent[] {
  const groupNames = groupNamesOf(components);
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

/** The state by a fresh incident while all components are green: the wrong one has not been marked yet. */
const unmarkedState = (indicator: string | null): ServiceState =>
  /^critical$/i.test(indicator ?? "") ? "down" : stateOfWord(indicator) === "operational" ? "operational" : "degraded";

function umbrellaOf(indicator: string | null | undefined, open: readonly Incident[] | null): ServiceState {
  if (indicator !== null && indicator !== undefined) return stateOfWord(indicator);
  if (open === null) return "unknown";
  return open.length === 0
    ? "operational"
    : worstState(open.map((incident) => (stateOfWord(incident.impact) === "unknown" ? "degraded" : stateOfWord(incident.impact))));
}

const hasIndicator = (status: unknown): boolean => isRecord(status) && "indicator" in status;

/** Atlassian Statuspage v2. Its shape is also incident.io's, with fewer fields, and Rootly's, without components. */
export const statuspage = jsonSource({
  what: "a Statuspage summary",
  schema: Summary,
  looksLike: (json) =>
    isRecord(json) &&
    (hasIndicator(json.status) ||
      (isRecord(json.page) && typeof json.page.status !== "string" && (Array.isArray(json.incidents) || Array.isArray(json.components)))),
  read({ page, status, components, incidents, scheduled_maintenances: planned }, rules) {
    const indicator = status?.indicator ?? null;
    requireEvidence(indicator !== null || (components ?? []).length + (incidents ?? []).length > 0);
    const groupNames = groupNamesOf(components ?? []);
    const open = incidents?.filter((incident) => isOpen(incident) && concerns(incident, rules)) ?? null;
    const all = withIncidentComponents(components ?? [], open ?? []);
    const goingOn = planned.filter((maintenance) => GOES_ON.has((maintenance.status ?? "").toLowerCase()) && concerns(maintenance, rules));
    const state = {
      all,
      umbrella: umbrellaOf(indicator, open),
      rawStatus: indicator,
      incidents: (open ?? []).map((incident) => toIncident(incident, groupNames)),
      isMaintenance: isMaintenanceWord(indicator),
      maintenances: goingOn.map((maintenance) => toIncident(maintenance, groupNames)),
      unmarkedState: unmarkedState(indicator),
      reportedAt: page.updated_at,
    };
    const isHistory = components === undefined && !status;
    return readingOf(state, isHistory ? { ...rules, include: [] } : rules);
  },
});
