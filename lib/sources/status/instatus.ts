import { z } from "zod";
import { worstState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { impactOfWord, jsonSource, pageComponent, readingOf, requireEvidence } from "./status-source";

const Component = z.object({
  name: z.string(),
  status: label,
  group: z.union([z.object({ name: text }).transform((group) => group.name), text]).catch(null),
});

const Incident = z.object({
  name: text,
  status: label,
  impact: label,
  started: moment,
  components: listOf(z.object({ name: z.string() })),
});

const Summary = z.object({
  page: z.object({ status: label }).nullish().catch(null),
  components: listOf(Component),
  activeIncidents: listOf(Incident),
  activeMaintenances: listOf(Incident),
});

const isComponentList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) => isRecord(entry) && typeof entry.status === "string" && /^[A-Z]+$/.test(entry.status));

/** Instatus summary.json or v2/components.json. The incident lists are absent while there is no incident. */
export const instatus = jsonSource({
  what: "an Instatus summary",
  schema: Summary,
  looksLike: (json) =>
    isRecord(json) &&
    ((isRecord(json.page) && typeof json.page.status === "string") || (json.page === undefined && isComponentList(json.components))),
  read({ page, components, activeIncidents, activeMaintenances }, rules) {
    requireEvidence((page?.status ?? null) !== null || components.length + activeIncidents.length > 0);
    const open = activeIncidents.filter(({ status }) => status?.toUpperCase() !== "RESOLVED");
    const all = components.map(({ name, group, status }) => pageComponent(name, group, status));
    const pageState = stateOfWord(page?.status);
    const impacts = open.filter(({ status }) => status?.toUpperCase() !== "MONITORING").flatMap(({ impact }) => impactOfWord(impact) ?? []);
    const umbrella = pageState === "unknown" ? "unknown" : worstState([pageState, ...impacts]);
    const incidents = open.map(({ name, impact, started, components: affected }) => ({
      title: name ?? "Incident",
      impact: impactOfWord(impact),
      startedAt: started,
      affected: affected.map((component) => ({ name: component.name, group: null })),
      isMajor: impactOfWord(impact) === "down",
    }));
    const isMaintenance = activeMaintenances.some(
      ({ status, components: affected }) => status?.toUpperCase() === "INPROGRESS" && affected.length === 0,
    );
    return readingOf({ all, umbrella, rawStatus: page?.status ?? null, incidents, isMaintenance, reportedAt: null }, rules);
  },
});
