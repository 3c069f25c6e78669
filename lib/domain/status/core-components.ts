import { servicesOf, stateAcrossRegions } from "./regions";
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
  /** Names of the API's own components; on a page that has one of them, only these are core. */
  api: readonly string[];
  /** When not empty, only components or groups with one of these names count. */
  include: readonly string[];
  /** Core here although peripheral elsewhere. */
  core: readonly string[];
  peripheral: readonly string[];
}

/** Components whose trouble does not affect the API itself. `*` matches any ending. */
const PERIPHERAL: readonly string[] = [
  "website",
  "web site",
  "websites",
  "web app",
  "webapp",
  "marketing site",
  "marketing website",
  "landing page",
  "homepage",
  "home page",
  "docs",
  "documentation",
  "developer docs",
  "sdk*",
  "ios",
  "iphone",
  "android",
  "desktop",
  "mobile",
  "macos",
  "chatgpt*",
  "le chat",
  "chatbot",
  "web chat",
  "chat app",
  "chat product*",
  "sign-in*",
  "sign in*",
  "signin*",
  "sign-up*",
  "sign up*",
  "signup*",
  "log in*",
  "log-in*",
  "single sign-on",
  "sso",
  "saml",
  "support portal",
  "help center",
  "community",
  "forum",
  "forums",
  "blog",
  "status page",
  "extension",
  "extensions",
  "plugin*",
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
/** In a group of the API `Chat` is an endpoint and no product. */
const API_GROUPS: readonly string[] = ["api", "apis", "endpoints"];
/** Products of a page whose whole name is a word that also names parts of an API. */
const PRODUCT_NAMES =
  /^(?:(?:our )?(?:chat|\S+chat|web|support|store|shop|forum|academy)|.*\((?:ios|android|web|mobile|desktop|mac(?:os)?|windows)\))$/i;

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
  if (PRODUCT_NAMES.test(component.name.trim()) && !mentions(component.group ?? "", API_GROUPS)) return true;
  const included = wordPattern(rules.include);
  const bare = [component.name, component.group ?? ""].map((name) => (included ? name.replace(included, " ") : name)).join(" | ");
  return mentions(bare, [...PERIPHERAL, ...rules.peripheral]);
}

const namesOf = ({ name, group }: PageComponent): string => `${name} | ${group ?? ""}`;

/** Whether a text is about something beside the API: an app, a website, documentation, signing in. */
export const isAboutPeripheral = (text: string, rules: ComponentRules): boolean =>
  !mentions(text, ["api", "apis", ...rules.api, ...rules.core]) &&
  isPeripheral({ name: text, group: null, status: "unknown", rawStatus: null }, rules);

type Judged = PageComponent & { isCore: boolean };

function judge(all: readonly PageComponent[], rules: ComponentRules, listsAll: boolean): Judged[] {
  const real = all.filter((component) => !NOT_A_COMPONENT.test(component.name));
  const own = rules.include.length === 0 ? real : real.filter((component) => mentions(namesOf(component), rules.include));
  const isOfApi = (component: PageComponent): boolean => mentions(namesOf(component), rules.api) && !isPeripheral(component, rules);
  const hasApi = rules.api.length > 0 && (!listsAll || own.some(isOfApi));
  const judged = own.map((component) => ({ ...component, isCore: hasApi ? isOfApi(component) : !isPeripheral(component, rules) }));
  const isFilteredToNothingCore = rules.include.length > 0 && judged.every(({ isCore }) => !isCore);
  return isFilteredToNothingCore ? judged.map((component) => ({ ...component, isCore: true })) : judged;
}

export interface SelectedComponents {
  /** Core ones first, then those in trouble. */
  components: StatusComponent[];
  /** The worst service of which the core components are parts; null where the page has none. */
  state: ServiceState | null;
}

/** `listsAll`: the document lists all components of the page, and not only those in trouble. */
export function selectComponents(all: readonly PageComponent[], rules: ComponentRules, listsAll = true): SelectedComponents {
  const judged = judge(all, rules, listsAll);
  const rank = ({ isCore, status }: Judged): number => (isCore ? 0 : 2) + (status === "operational" ? 1 : 0);
  const components = judged
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, status, rawStatus, isCore }) => ({ name, status, rawStatus, isCore }));
  const services = servicesOf(judged.filter(({ isCore }) => isCore));
  const states = services.map((parts) => stateAcrossRegions(parts.map(({ status }) => status)));
  return { components, state: states.length > 0 ? worstState(states) : null };
}

/** The state of the core components, else the page's own; unknown when a filter matches nothing. */
export const headlineState = ({ state }: SelectedComponents, umbrella: ServiceState, rules: ComponentRules): ServiceState =>
  state ?? (rules.include.length > 0 ? "unknown" : umbrella);
