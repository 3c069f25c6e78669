import type { inferParserType, ParserMap } from "nuqs/server";
import { datasets, type DatasetName } from "@/lib/datasets";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { choiceParameter } from "./parameters";

/** Groups of the navigation, in the order in which they stand there. */
export const GROUPS = ["Now", "Models and GPUs", "Build"] as const;

export type PathValues = Readonly<Record<string, string>>;

export interface PageEndpoint<Values = Record<string, unknown>> {
  endpoint: AnyEndpoint;
  /** What every request of this page says. */
  query?: Readonly<Record<string, string>>;
  /** Names the page's parameter, or part of its path, from which each of the endpoint's takes its value. */
  takes?: Readonly<Record<string, string>>;
  /** For what cannot be taken as it is; wins over `takes`. */
  queryOf?: (values: Values, path: PathValues) => Readonly<Record<string, string>>;
}

/** An address of a page with a bracket in its path. */
interface PageInstance {
  path: PathValues;
  label: string;
  /** What the instance is, or whose: shown beside its label. */
  kind: string;
  /** What it is also searched by. */
  words?: string;
}

/** What the picture shows that other sites put beside a link. */
export interface Card {
  /** The instance's name, on a page with a bracket in its path. */
  title?: string;
  /** What the instance is, in place of the page's description. */
  lead?: string;
  figures: readonly { label: string; value: string; /** How good a state is. */ tone?: "ok" | "warn" | "bad" | undefined }[];
}

export interface PageDeclaration<Parameters extends ParserMap> {
  /** Next's bracket form: `/models/[provider]/[...id]`. */
  path: string;
  /** The heading. A page with a bracket in its path names its instance there instead. */
  title: string;
  /** A sentence for search engines and for the page's own lead. */
  description: string;
  /** In the navigation, or among the tabs of `under`; null for a page that is reached from others. */
  label: string | null;
  /** Path of the page in the navigation whose section this page belongs to. */
  under?: string;
  group: (typeof GROUPS)[number];
  /** True for a page that is neither cached for others nor listed in the sitemap. */
  audience: "public" | "personal";
  /** The first is the page's main request: `?view=json` shows its answer. */
  endpoints: readonly PageEndpoint<inferParserType<Parameters>>[];
  /** In the order that they have in a canonical address. */
  parameters: Parameters;
  /** Every address that there is now, for sitemap and palette. */
  instances?: () => Promise<PageInstance[]>;
  /** Null where there is no such instance. A page without it has its title and description in the picture. */
  card?: (path: PathValues) => Promise<Card | null>;
  /** Path values of an address that exists in a database with data. */
  example?: PathValues;
  /** True for a page whose words are also served as Markdown, at its address with `.md`. */
  hasMarkdown?: true;
}

const SHARED = { view: choiceParameter(["json"]) };

export type Page<Parameters extends ParserMap = ParserMap> = PageDeclaration<Parameters & typeof SHARED>;

/** A page of any parameters: the only place where their types are erased. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyPage = Page<any>;

export type ValuesOf<Target extends AnyPage> = inferParserType<Target["parameters"]>;

/** Every page also has `view`. */
export function definePage<Parameters extends ParserMap>(declaration: PageDeclaration<Parameters>): Page<Parameters> {
  return { ...declaration, parameters: { ...declaration.parameters, ...SHARED } } as Page<Parameters>;
}

export const datasetsOf = ({ endpoints }: AnyPage): DatasetName[] => [...new Set(endpoints.flatMap(({ endpoint }) => endpoint.reads))];

/** How often a page's main data is read. Null for data that changes only with a release. */
export function cadenceOf({ endpoints: [main] }: AnyPage): number | null {
  const [first] = main?.endpoint.reads ?? [];
  return first === undefined ? null : datasets[first].cadenceSeconds;
}
