import { z } from "zod";
import type { PageComponent } from "@/lib/domain/status/core-components";
import { worstState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { readingOf, type ReportedIncident, type StatusSource } from "./status-source";

const Component = z.object({
  name: z.string(),
  status: label,
  group: z.union([z.object({ name: text }).transform((group) => group.name), text]).catch(null),
});

const Incident = z.object({ name: text, status: label, impact: label, started: moment });

const Summary = z.object({
  page: z.object({ status: label }).nullish().catch(null),
  components: listOf(Component),
  activeIncidents: listOf(Incident),
});

type Incident = z.output<typeof Incident>;

const isOpen = (incident: Incident): boolean => incident.status?.toUpperCase() !== "RESOLVED";

function impactOf(incident: Incident): "degraded" | "down" | null {
  const state = stateOfWord(incident.impact);
  return state === "degraded" || state === "down" ? state : null;
}

const toReported = (incident: Incident): ReportedIncident => ({
  title: incident.name ?? "Incident",
  impact: impactOf(incident),
  startedAt: incident.started,
});

/** Instatus summary.json or v2/components.json. The incident lists are absent while there is no incident. */
export const instatus: StatusSource = {
  name: "instatus",
  recognises: ({ json }) =>
    isRecord(json) &&
    ((isRecord(json.page) && typeof json.page.status === "string") || (json.page === undefined && isComponentList(json.components))),
  read({ json }, rules) {
    const parsed = Summary.safeParse(json);
    if (!parsed.success || !instatus.recognises({ json, text: "" })) throw new SourceError("not_expected", "not an Instatus summary");
    const { page, components, activeIncidents } = parsed.data;
    const open = activeIncidents.filter(isOpen);
    const all: PageComponent[] = components.map((component) => ({
      name: component.name,
      group: component.group,
      status: stateOfWord(component.status),
      rawStatus: component.status,
    }));
    const pageState = stateOfWord(page?.status);
    const impacts = open
      .filter((incident) => incident.status?.toUpperCase() !== "MONITORING")
      .flatMap((incident) => impactOf(incident) ?? []);
    const umbrella = pageState === "unknown" ? "unknown" : worstState([pageState, ...impacts]);
    return readingOf({ all, umbrella, rawStatus: page?.status ?? null, incidents: open.map(toReported), reportedAt: null }, rules);
  },
};

const isComponentList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => isRecord(entry) && typeof entry.status === "string" && /^[A-Z]+$/.test(entry.status));
