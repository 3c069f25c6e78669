import { z } from "zod";
import { worstState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { impactOfWord, jsonSource, pageComponent, readingOf, requireEvidence } from "./status-source";

const Component = z.object({ name: z.string(), status: label });
const Incident = z.object({ title: text, impact: label, started: moment, created_at: moment });

const Summary = z.object({
  result: z.object({
    status: z.object({ description: text }).nullish().catch(null),
    components: listOf(Component),
    active_incidents: listOf(Incident),
  }),
});

/** OnlineOrNot's public summary: a sentence for the page, a state per component. */
export const onlineOrNot = jsonSource({
  what: "an OnlineOrNot summary",
  schema: Summary,
  looksLike: (json) =>
    isRecord(json) && isRecord(json.result) && (isRecord(json.result.status_page) || Array.isArray(json.result.components)),
  read({ result: { status, components, active_incidents: open } }, rules) {
    requireEvidence((status?.description ?? null) !== null || components.length + open.length > 0);
    const impacts = open.map(({ impact }) => (stateOfWord(impact) === "unknown" ? "degraded" : stateOfWord(impact)));
    const umbrella = open.length > 0 ? worstState(impacts) : stateOfWord(status?.description);
    const all = components.map((component) => pageComponent(component.name, null, component.status));
    const incidents = open.map((incident) => ({
      title: incident.title ?? "Incident",
      impact: impactOfWord(incident.impact),
      startedAt: incident.started ?? incident.created_at,
      affected: [],
      isMajor: impactOfWord(incident.impact) === "down",
    }));
    return readingOf({ all, umbrella, rawStatus: status?.description ?? null, incidents, reportedAt: null }, rules);
  },
});
