import {
  type ComponentRules,
  type PageComponent,
  type StatusComponent,
  headlineState,
  selectComponents,
} from "@/lib/domain/status/core-components";
import type { ServiceState } from "@/lib/domain/status/service-state";
import type { z } from "zod";
import { SourceError } from "../http/source";
import { stateOfWord } from "./state-words";

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
  recognises(document: StatusDocument): boolean;
  /** Throws a SourceError when the document has another shape. */
  read(document: StatusDocument, rules: ComponentRules): StatusReading;
}

interface JsonFormat<Schema extends z.ZodType> {
  /** For the error: "an Instatus summary". */
  what: string;
  schema: Schema;
  looksLike(json: unknown): boolean;
  /** An empty list cannot be recognised, but where this format is expected it says that nothing is wrong. */
  mayBeEmpty?: boolean;
  read(data: z.output<Schema>, rules: ComponentRules): StatusReading;
}

export function jsonSource<Schema extends z.ZodType>({ what, schema, looksLike, mayBeEmpty, read }: JsonFormat<Schema>): StatusSource {
  return {
    recognises: ({ json }) => looksLike(json),
    read({ json }, rules) {
      const isEmpty = mayBeEmpty && Array.isArray(json) && json.length === 0;
      if (!isEmpty && !looksLike(json)) throw new SourceError("not_expected", `not ${what}`);
      return read(schema.parse(json), rules);
    },
  };
}

export const pageComponent = (name: string, group: string | null, word: string | null): PageComponent => ({
  name,
  group,
  status: stateOfWord(word),
  rawStatus: word,
});

/** The state that a word for an impact stands for; null where it is none of trouble. */
export function impactOfWord(word: string | null): "degraded" | "down" | null {
  const state = stateOfWord(word);
  return state === "degraded" || state === "down" ? state : null;
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
