import {
  type ComponentRules,
  type PageComponent,
  type StatusComponent,
  headlineState,
  isAboutPeripheral,
  selectComponents,
} from "@/lib/domain/status/core-components";
import { isKnown, worstState, type KnownState, type ServiceState } from "@/lib/domain/status/service-state";
import type { z } from "zod";
import { SourceError } from "../http/source";
import { isMaintenanceWord, stateOfWord } from "./state-words";

export interface StatusDocument {
  text: string;
  json: unknown;
}

export interface ReportedIncident {
  title: string;
  impact: "degraded" | "down" | null;
  startedAt: Date | null;
}

/** An open incident with the components that the page names with it. */
export interface PageIncident extends ReportedIncident {
  affected: readonly { name: string; group: string | null }[];
  /** The page calls its impact major or critical, or an outage. */
  isMajor: boolean;
  /** Nobody has said yet that a fix is in place. */
  isFresh?: boolean;
}

export interface StatusReading {
  state: ServiceState;
  /** The page's own word for its overall state. */
  rawStatus: string | null;
  components: StatusComponent[];
  /** Open incidents, newest first. */
  incidents: ReportedIncident[];
  /** Whether a planned maintenance of the service goes on. */
  isMaintenance: boolean;
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

/** An empty list, or an object of nothing but empty lists. */
const saysNothing = (json: unknown): boolean =>
  typeof json === "object" && json !== null && Object.values(json).every((value) => Array.isArray(value) && value.length === 0);

export function jsonSource<Schema extends z.ZodType>({ what, schema, looksLike, mayBeEmpty, read }: JsonFormat<Schema>): StatusSource {
  return {
    recognises: ({ json }) => looksLike(json),
    read({ json }, rules) {
      const isEmpty = saysNothing(json);
      requireEvidence(!isEmpty || mayBeEmpty === true);
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
  incidents: readonly PageIncident[];
  /** False where the document lists only components in trouble. */
  listsAll?: boolean;
  /** Whether the page says that a maintenance of no named component goes on. */
  isMaintenance?: boolean;
  /** Maintenances that go on. */
  maintenances?: readonly PageIncident[];
  /** The state by a fresh incident that names no component, while all that are listed are well. */
  unmarkedState?: ServiceState;
  reportedAt: Date | null;
}

const named = ({ name, group }: PageIncident["affected"][number]): PageComponent => ({ name, group, status: "unknown", rawStatus: null });

/**
 * Names of the core components among all that the page lists and its incidents name. They are judged
 * once, as a page may have thousands of both.
 */
function coreNamesOf({ all, listsAll, incidents, maintenances = [] }: PageState, rules: ComponentRules): ReadonlySet<string> {
  const affected = [...incidents, ...maintenances].flatMap((incident) => incident.affected.map(named));
  const { components } = selectComponents([...all, ...affected], rules, listsAll);
  return new Set(components.flatMap(({ name, isCore }) => (isCore ? [name] : [])));
}

/**
 * Major incidents that make an API degraded however green its components are. They name a component of
 * it, or none, while the page calls its trouble major and no other component explains that.
 */
function hasMajorIncident(incidents: readonly PageIncident[], components: readonly StatusComponent[], umbrella: ServiceState): boolean {
  const isExplained = components.some(({ isCore, status }) => !isCore && status !== "operational");
  return incidents.some(({ isMajor, affected }) => isMajor && (affected.length > 0 || (umbrella === "down" && !isExplained)));
}

const toReported = ({ title, impact, startedAt }: PageIncident): ReportedIncident => ({ title, impact, startedAt });

/** A page without components gets one named API, with the state of the page. */
export function readingOf(page: PageState, rules: ComponentRules): StatusReading {
  const { all, umbrella, rawStatus, reportedAt, maintenances = [] } = page;
  const selected = selectComponents(all, rules, page.listsAll);
  const coreNames = coreNamesOf(page, rules);
  /**
   * True where an incident names a component of the API. Without any, its title must not be about an
   * app, a chat or a website.
   */
  const isOfApi = ({ title, affected }: PageIncident): boolean =>
    affected.length > 0 ? affected.some(({ name }) => coreNames.has(name)) : !isAboutPeripheral(title, rules);
  const incidents = page.incidents.filter(isOfApi);
  const isOfOthers = selected.state === null && page.incidents.length > 0 && incidents.length === 0;
  const ownState = headlineState(selected, isOfOthers ? "operational" : umbrella, rules);
  const state = worseOf(ownState, stateOfIncidents(page, incidents, selected.components, rules));
  const components =
    selected.components.length > 0 || state === "unknown" ? selected.components : [{ name: "API", status: state, rawStatus, isCore: true }];
  const isMaintenance =
    page.isMaintenance === true ||
    maintenances.some(isOfApi) ||
    components.some(({ isCore, rawStatus: word }) => isCore && isMaintenanceWord(word));
  return { state, rawStatus, components, incidents: incidents.map(toReported), isMaintenance, reportedAt };
}

const worseOf = (state: ServiceState, least: KnownState): ServiceState => (least === "operational" ? state : worstState([state, least]));

/** The least state that the open incidents of the API leave. */
function stateOfIncidents(
  { all, umbrella, unmarkedState = "operational" }: PageState,
  incidents: readonly PageIncident[],
  components: readonly StatusComponent[],
  rules: ComponentRules,
): KnownState {
  const isUnmarked = rules.include.length === 0 && all.every(({ status }) => status === "operational");
  const hasFresh = incidents.some(({ isFresh, affected }) => isFresh === true && affected.length === 0);
  if (isUnmarked && hasFresh && isKnown(unmarkedState) && unmarkedState !== "operational") return unmarkedState;
  return hasMajorIncident(incidents, components, umbrella) ? "degraded" : "operational";
}

/** A document without components and incidents tells no state. */
export const requireEvidence = (hasEvidence: boolean): void => {
  if (!hasEvidence) throw new SourceError("no_evidence", "neither components nor incidents");
};
