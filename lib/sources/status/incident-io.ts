import { z } from "zod";
import { selectComponents, type PageComponent } from "@/lib/domain/status/core-components";
import { worstState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { readingOf, type ReportedIncident, type StatusSource } from "./status-source";

const Affected = z.object({ name: z.string(), group_name: text, current_status: label, status: label });

const Event = z.object({
  name: text,
  title: text,
  status: label,
  impact: label,
  started_at: moment,
  created_at: moment,
  affected_components: listOf(Affected),
});

const Summary = z.object({
  generated_at: moment,
  overall: z.object({ status: label }).nullish().catch(null),
  ongoing_incidents: listOf(Event),
  in_progress_maintenances: listOf(Event),
});

type Event = z.output<typeof Event>;

const impactOf = (incident: Event): "degraded" | "down" => (stateOfWord(incident.impact) === "down" ? "down" : "degraded");

const toReported = (incident: Event): ReportedIncident => ({
  title: incident.name ?? incident.title ?? "Incident",
  impact: impactOf(incident),
  startedAt: incident.started_at ?? incident.created_at,
});

const toComponents = (event: Event, fallback: string): PageComponent[] =>
  event.affected_components.map((component) => {
    const rawStatus = component.current_status ?? component.status ?? fallback;
    return { name: component.name, group: component.group_name, status: stateOfWord(rawStatus), rawStatus };
  });

/** Widget summary of incident.io and compatible pages. It lists only affected components. */
export const incidentIo: StatusSource = {
  name: "incident.io",
  recognises: ({ json }) => isRecord(json) && Array.isArray(json.ongoing_incidents),
  read({ json }, rules) {
    const parsed = Summary.safeParse(json);
    if (!parsed.success || !incidentIo.recognises({ json, text: "" })) throw new SourceError("not_expected", "not an incident.io summary");
    const { overall, ongoing_incidents: incidents, in_progress_maintenances: maintenances, generated_at: reportedAt } = parsed.data;
    const all = [
      ...incidents.flatMap((incident) => toComponents(incident, "degraded_performance")),
      ...maintenances.flatMap((event) => toComponents(event, "under_maintenance")),
    ];
    const isNameless =
      incidents.some((incident) => incident.affected_components.length === 0) ||
      maintenances.some((event) => event.affected_components.length === 0);
    const pageState = overall?.status ? stateOfWord(overall.status) : null;
    const umbrella = pageState ?? (isNameless ? worstState([...incidents.map(impactOf), "degraded"]) : "operational");
    const page = { all, umbrella, rawStatus: overall?.status ?? null, incidents: incidents.map(toReported), reportedAt };
    const isUnaffected = rules.include.length > 0 && selectComponents(all, rules).length === 0;
    return isUnaffected
      ? readingOf({ ...page, all: [], umbrella: "operational", incidents: [] }, { ...rules, include: [] })
      : readingOf(page, rules);
  },
};
