import { z } from "zod";
import type { PageComponent } from "@/lib/domain/status/core-components";
import { isRecord, label, listOf, moment, text } from "./fields";
import { isMaintenanceWord, stateOfWord } from "./state-words";
import {
  impactOfWord,
  jsonSource,
  pageComponent,
  readingOf,
  requireEvidence,
  type PageIncident,
  type StatusReading,
} from "./status-source";

const Included = z.object({
  id: label,
  type: label,
  attributes: z.object({
    name: text,
    public_name: text,
    status: label,
    status_page_section_id: label,
    title: text,
    report_type: label,
    starts_at: moment,
    ends_at: moment,
    aggregate_state: label,
  }),
});

const Index = z.object({
  data: z.object({ attributes: z.object({ aggregate_state: label, updated_at: moment }) }),
  included: listOf(Included),
});

type Included = z.output<typeof Included>;

function toComponents(included: readonly Included[]): PageComponent[] {
  const sections = new Map(
    included.filter((entry) => entry.type === "status_page_section").map((entry) => [entry.id, entry.attributes.name]),
  );
  return included.flatMap(({ type, attributes }) => {
    const name = attributes.public_name?.trim();
    if (type !== "status_page_resource" || !name || attributes.status === "not_monitored") return [];
    return [pageComponent(name, sections.get(attributes.status_page_section_id) ?? null, attributes.status)];
  });
}

const toIncident = ({ attributes }: Included): PageIncident => ({
  title: attributes.title ?? "Incident",
  impact: impactOfWord(attributes.aggregate_state),
  startedAt: attributes.starts_at,
  affected: [],
  isMajor: impactOfWord(attributes.aggregate_state) === "down",
});

const isOpenReport = ({ type, attributes }: Included): boolean =>
  type === "status_report" &&
  attributes.ends_at === null &&
  stateOfWord(attributes.aggregate_state) !== "operational" &&
  !isMaintenanceWord(attributes.report_type);

/** A single monitor that is down is a degradation if the page says so. These pages have a monitor per model. */
function downgradePartialOutage(reading: StatusReading, aggregate: string | null): StatusReading {
  const core = reading.components.filter((component) => component.isCore);
  const isPartial = core.some((component) => component.status !== "down");
  return reading.state === "down" && isPartial && stateOfWord(aggregate) === "degraded" ? { ...reading, state: "degraded" } : reading;
}

export const betterStack = jsonSource({
  what: "a Better Stack index",
  schema: Index,
  looksLike: (json) => isRecord(json) && isRecord(json.data) && isRecord(json.data.attributes) && "aggregate_state" in json.data.attributes,
  read({ data: { attributes }, included }, rules) {
    const aggregate = attributes.aggregate_state;
    requireEvidence(aggregate !== null || included.length > 0);
    const page = {
      all: toComponents(included),
      umbrella: stateOfWord(aggregate),
      rawStatus: aggregate,
      incidents: included.filter(isOpenReport).map(toIncident),
      isMaintenance: isMaintenanceWord(aggregate),
      reportedAt: attributes.updated_at,
    };
    return downgradePartialOutage(readingOf(page, rules), aggregate);
  },
});
