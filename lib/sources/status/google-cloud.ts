import { z } from "zod";
import { worstState, type KnownState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, moment, text } from "./fields";
import { jsonSource } from "./status-source";

const Product = z.object({ id: label, title: text, current_title: text });

const Incident = z.object({
  begin: moment,
  end: label,
  modified: moment,
  external_desc: text,
  severity: label,
  status_impact: label,
  service_key: label,
  service_name: text,
  affected_products: listOf(Product),
  most_recent_update: z.object({ status: label, when: moment }).nullish().catch(null),
});

type Incident = z.output<typeof Incident>;

/** An entry that only informs, of a deprecation or a change, is no incident. */
const INFORMS = new Set(["AVAILABLE", "SERVICE_INFORMATION"]);

const isOpen = ({ end, status_impact: impact, most_recent_update: update }: Incident): boolean =>
  !end && !INFORMS.has((update?.status ?? impact ?? "").toUpperCase()) && !INFORMS.has((impact ?? "").toUpperCase());

function affects(incident: Incident, ids: readonly string[]): boolean {
  if (ids.length === 0) return true;
  const names = [
    incident.service_key,
    incident.service_name,
    ...incident.affected_products.flatMap((product) => [product.id, product.title, product.current_title]),
  ];
  return names.some((name) => name !== null && ids.some((id) => id.toLowerCase() === name.toLowerCase()));
}

const severityOf = (incident: Incident): Exclude<KnownState, "operational"> =>
  incident.severity?.toLowerCase() === "high" || incident.status_impact?.toUpperCase() === "SERVICE_OUTAGE" ? "down" : "degraded";

const looksLikeIncident = (entry: unknown): boolean =>
  isRecord(entry) && "begin" in entry && ("external_desc" in entry || "affected_products" in entry || "severity" in entry);

/** Google Cloud's incidents.json: years of incidents, newest first. One without an end is open. */
export const googleCloud = jsonSource({
  what: "a list of Google Cloud incidents",
  schema: listOf(Incident),
  looksLike: (json) => Array.isArray(json) && json.some(looksLikeIncident),
  read(incidents, rules) {
    const open = incidents.filter((incident) => isOpen(incident) && affects(incident, rules.include));
    const state = open.length === 0 ? "operational" : worstState(open.map(severityOf));
    const rawStatus = open[0]?.status_impact ?? null;
    return {
      state,
      rawStatus,
      components: [{ name: "API", status: state, rawStatus, isCore: true }],
      incidents: open.map((incident) => ({
        title: incident.external_desc ?? "Incident",
        impact: severityOf(incident),
        startedAt: incident.begin,
      })),
      isMaintenance: false,
      reportedAt: incidents[0]?.modified ?? null,
    };
  },
});
