import {
  type ComponentRules,
  type PageComponent,
  type StatusComponent,
  headlineState,
  selectComponents,
} from "@/lib/domain/status/core-components";
import type { ServiceState } from "@/lib/domain/status/service-state";

export interface StatusDocument {
  text: string;
  json: unknown;
}

export interface ReportedIncident {
  title: string;
  impact: "degraded" | "down" | null;
  startedAt: Date | null;
}

export interface StatusReading {
  state: ServiceState;
  /** The page's own word for its overall state. */
  rawStatus: string | null;
  components: StatusComponent[];
  /** Open incidents, newest first. */
  incidents: ReportedIncident[];
  reportedAt: Date | null;
}

export interface StatusSource {
  name: string;
  recognises(document: StatusDocument): boolean;
  /** Throws a SourceError when the document has another shape. */
  read(document: StatusDocument, rules: ComponentRules): StatusReading;
}

export interface PageState {
  all: readonly PageComponent[];
  umbrella: ServiceState;
  rawStatus: string | null;
  incidents: ReportedIncident[];
  reportedAt: Date | null;
}

/** A page without components gets one named API, with the state of the page. */
export function readingOf(page: PageState, rules: ComponentRules): StatusReading {
  const selected = selectComponents(page.all, rules);
  const state = headlineState(selected, page.umbrella, rules);
  const components =
    selected.length > 0 || state === "unknown" ? selected : [{ name: "API", status: state, rawStatus: page.rawStatus, isCore: true }];
  return { state, rawStatus: page.rawStatus, components, incidents: page.incidents, reportedAt: page.reportedAt };
}
