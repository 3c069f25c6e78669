import { z } from "zod";
import { selectComponents, type PageComponent } from "@/lib/domain/status/core-components";
import { worstState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { stateOfWord } from "./state-words";
import { jsonSource, pageComponent, readingOf, type PageIncident } from "./status-source";

const Affected = z.object({ name: z.string(), group_name: text, current_status: label, status: label });

const Event = z.object({
  name: text,
  title: text,
  status: label,
  impact: label,
  current_worst_impact: label,
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

const isDown = ({ impact, current_worst_impact: worst }: Event): boolean => stateOfWord(worst ?? impact) === "down";
const impactOf = (incident: Event): "degraded" | "down" => (isDown(incident) ? "down" : "degraded");

const toIncident = (incident: Event): PageIncident => ({
  title: incident.name ?? incident.title ?? "Incident",
  impact: impactOf(incident),
  startedAt: incident.started_at ?? incident.created_at,
  affected: incident.affected_components.map(({ name, group_name: group }) => ({ name, group })),
  isMajor: isDown(incident),
});

const toComponents = (event: Event, fallback: string): PageComponent[] =>
  event.affected_components.map(({ name, group_name: group, current_status: current, status }) =>
    pageComponent(name, group, current ?? status ?? fallback),
  );

/** Widget summary of incident.io and compatible pages. It lists only affected components. */
export const incidentIo = jsonSource({
  what: "an incident.io summary",
  schema: Summary,
  looksLike: (json) => isRecord(json) && Array.isArray(json.ongoing_incidents),
  read({ overall, ongoing_incidents: incidents, in_progress_maintenances: maintenances, generated_at: reportedAt }, rules) {
    const all = [
      ...incidents.flatMap((incident) => toComponents(incident, "degraded_performance")),
      ...maintenances.flatMap((event) => toComponents(event, "under_maintenance")),
    ];
    const isNameless = incidents.some((incident) => incident.affected_components.length === 0);
    const pageState = overall?.status ? stateOfWord(overall.status) : null;
    const unmarked = pageState ?? worstState([...incidents.map(impactOf), "degraded"]);
    const umbrella = isNameless || (incidents.length === 0 && pageState !== null) ? unmarked : "operational";
    const isMaintenance = maintenances.some((event) => event.affected_components.length === 0);
    const page = {
      all,
      umbrella,
      rawStatus: overall?.status ?? null,
      incidents: incidents.map(toIncident),
      isMaintenance,
      reportedAt,
      listsAll: false,
    };
    const isUnaffected = rules.include.length > 0 && selectComponents(all, rules, false).components.length === 0;
    return isUnaffected
      ? readingOf({ ...page, all: [], umbrella: "operational", incidents: [] }, { ...rules, include: [] })
      : readingOf(page, rules);
  },
});
