import { worstState, type ServiceState } from "./service-state";

export interface PageComponent {
  name: string;
  group: string | null;
  status: ServiceState;
  rawStatus: string | null;
}

/** An open event of a region, which need not change the state of the whole service. */
interface RegionEvent {
  title: string;
  startedAt: string | null;
}

export interface StatusComponent {
  name: string;
  status: ServiceState;
  rawStatus: string | null;
  isCore: boolean;
  /** Set where the component stands for the service in one region, because an event is open there. */
  event?: RegionEvent;
}

export interface ComponentRules {
  /** When not empty, only components or groups with one of these names count. */
  include: readonly string[];
  /** Core here although peripheral elsewhere. */
  core: readonly string[];
  peripheral: readonly string[];
}

/** Components whose trouble does not affect the API itself. `*` matches any ending. */
const PERIPHERAL: readonly string[] = [
  "connector",
  "connectors",
  "workspace",
  "workspaces",
  "app",
  "apps",
  "atlas",
  "gpt",
  "gpts",
  "codex",
  "vs code",
  "cli",
  "fedramp",
  "compliance",
  "file upload",
  "file uploads",
  "login*",
  "search",
  "agent",
  "agents",
  "deep research",
  "sora*",
  "conversations*",
  "image generation",
  "voice mode",
  "dashboard",
  "console",
  "billing",
  "playground",
];

/** GitHub and others list "Visit … for more information" as a component. */
const NOT_A_COMPONENT = /\bvisit\b/i;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function wordPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const parts = words.map((word) => (word.endsWith("*") ? escape(word.slice(0, -1)) : `${escape(word)}(?![\\p{L}\\p{N}])`));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})`, "iu");
}

export function mentions(text: string, words: readonly string[]): boolean {
  return wordPattern(words)?.test(text) ?? false;
}

function isPeripheral(component: PageComponent, rules: ComponentRules): boolean {
  if (mentions(component.name, rules.core)) return false;
  const included = wordPattern(rules.include);
  const bare = [component.name, component.group ?? ""].map((name) => (included ? name.replace(included, " ") : name)).join(" | ");
  return mentions(bare, [...PERIPHERAL, ...rules.peripheral]);
}

export function selectComponents(all: readonly PageComponent[], rules: ComponentRules): StatusComponent[] {
  const real = all.filter((component) => !NOT_A_COMPONENT.test(component.name));
  const own =
    rules.include.length === 0 ? real : real.filter((component) => mentions(`${component.name} | ${component.group ?? ""}`, rules.include));
  const judged = own.map((component) => ({ ...component, isCore: !isPeripheral(component, rules) }));
  const isFilteredToNothingCore = rules.include.length > 0 && judged.every((component) => !component.isCore);
  const selected = judged.map(({ name, status, rawStatus, isCore }) => ({
    name,
    status,
    rawStatus,
    isCore: isCore || isFilteredToNothingCore,
  }));
  const rank = (component: StatusComponent): number => (component.isCore ? 0 : 2) + (component.status === "operational" ? 1 : 0);
  return selected.sort((a, b) => rank(a) - rank(b));
}

/** Worst state of the core components, else the page's own; unknown when a filter matches nothing. */
export function headlineState(components: readonly StatusComponent[], umbrella: ServiceState, rules: ComponentRules): ServiceState {
  const core = components.filter((component) => component.isCore);
  if (core.length > 0) return worstState(core.map((component) => component.status));
  return rules.include.length > 0 ? "unknown" : umbrella;
}
