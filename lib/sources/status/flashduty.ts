import { z } from "zod";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { jsonSource, pageComponent, readingOf, requireEvidence, type PageIncident } from "./status-source";

const Component = z.object({ component_id: label, section_id: label, name: text, status: label });

const Change = z.object({
  type: label,
  title: text,
  status: label,
  start_at_seconds: moment,
  affected_components: listOf(Component),
});

const Active = z.object({
  data: z.object({
    page: z.object({ components: listOf(Component), sections: listOf(z.object({ section_id: label, name: text })) }),
    active_changes: listOf(Change),
  }),
});

type Change = z.output<typeof Change>;
type Component = z.output<typeof Component>;

/** A change that waits to begin, or has ended, says nothing of now. */
const NOT_NOW = new Set(["scheduled", "resolved", "completed", "cancelled"]);
const isNow = ({ status }: Change): boolean => !NOT_NOW.has((status ?? "").toLowerCase());
const isMaintenance = ({ type }: Change): boolean => (type ?? "").toLowerCase() === "maintenance";

/** A component that an open incident names without a state is degraded. */
const stateWordOf = ({ status }: Component): string => status ?? "degraded";

/**
 * Flashduty's summary of active changes. Each has the states of its components, which the page lists
 * without a state. The format follows what public readers of DeepSeek's page document; Flashduty
 * describes none.
 */
export const flashduty = jsonSource({
  what: "a Flashduty summary",
  schema: Active,
  looksLike: (json) => isRecord(json) && isRecord(json.data) && isRecord(json.data.page) && Array.isArray(json.data.active_changes),
  read({ data: { page, active_changes: changes } }, rules) {
    const active = changes.filter(isNow);
    requireEvidence(page.components.length + active.length > 0);
    const sections = new Map(page.sections.map(({ section_id: id, name }) => [id, name]));
    const troubled = new Map(
      active
        .filter((change) => !isMaintenance(change))
        .flatMap(({ affected_components: affected }) =>
          affected.map((component) => [component.component_id, stateWordOf(component)] as const),
        ),
    );
    const maintained = new Set(
      active.filter(isMaintenance).flatMap(({ affected_components: affected }) => affected.map((one) => one.component_id)),
    );
    const wordOf = ({ component_id: id }: Component): string =>
      troubled.get(id) ?? (maintained.has(id) ? "under_maintenance" : "operational");
    const all = page.components.flatMap((component) =>
      component.name === null ? [] : [pageComponent(component.name, sections.get(component.section_id) ?? null, wordOf(component))],
    );
    const incidents = active
      .filter((change) => !isMaintenance(change))
      .map((change): PageIncident => {
        const states = change.affected_components.map(({ status }) => stateOfWord(status));
        return {
          title: change.title ?? "Incident",
          impact: states.includes("down") ? "down" : "degraded",
          startedAt: change.start_at_seconds,
          affected: change.affected_components.flatMap(({ name }) => (name === null ? [] : [{ name, group: null }])),
          isMajor: states.includes("down"),
        };
      });
    const umbrella = incidents.some(({ affected }) => affected.length === 0) ? "degraded" : "operational";
    return readingOf({ all, umbrella, rawStatus: null, incidents, isMaintenance: false, reportedAt: null }, rules);
  },
});
