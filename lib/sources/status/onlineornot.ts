import { z } from "zod";
import { worstState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { readingOf, type StatusSource } from "./status-source";

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
export const onlineOrNot: StatusSource = {
  name: "onlineornot",
  recognises: ({ json }) =>
    isRecord(json) && isRecord(json.result) && (isRecord(json.result.status_page) || Array.isArray(json.result.components)),
  read({ json }, rules) {
    const parsed = Summary.safeParse(json);
    if (!parsed.success || !onlineOrNot.recognises({ json, text: "" })) throw new SourceError("not_expected", "not an OnlineOrNot summary");
    const { status, components, active_incidents: open } = parsed.data.result;
    const impacts = open.map((incident) => (stateOfWord(incident.impact) === "unknown" ? "degraded" : stateOfWord(incident.impact)));
    const umbrella = open.length > 0 ? worstState(impacts) : stateOfWord(status?.description);
    const all = components.map((component) => ({
      name: component.name,
      group: null,
      status: stateOfWord(component.status),
      rawStatus: component.status,
    }));
    const incidents = open.map((incident) => {
      const state = stateOfWord(incident.impact);
      return {
        title: incident.title ?? "Incident",
        impact: state === "degraded" || state === "down" ? state : null,
        startedAt: incident.started ?? incident.created_at,
      };
    });
    return readingOf({ all, umbrella, rawStatus: status?.description ?? null, incidents, reportedAt: null }, rules);
  },
};
