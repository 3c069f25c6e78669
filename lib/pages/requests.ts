import { fillBrackets } from "@/lib/domain/pages/fill-path";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import type { AnyPage, PageEndpoint, PathValues } from "./define";
import { isDefault, textOfValue } from "./values";

/** A request that a page stands on, with the page's filters. */
export interface PageRequest {
  endpoint: AnyEndpoint;
  query: Record<string, string>;
  params: Record<string, string>;
  /** Path and query; a part of the path that the page chooses only when it renders stands as `{date}`. */
  target: string;
  isComplete: boolean;
  /** Filters of the page that the endpoint does not have, as `q=sonnet`: the page applies them itself. */
  lacks: string[];
}

/** `view` says how the page shows the answer, not what is asked. */
const NOT_FILTERS = new Set(["view", "page"]);

function taken(page: AnyPage, { takes = {} }: PageEndpoint, values: Record<string, unknown>, path: PathValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(takes).flatMap(([name, from]) => {
      const text = path[from] ?? textOfValue(page, from, values[from]);
      return text === null ? [] : [[name, text]];
    }),
  );
}

function requestOf(page: AnyPage, used: PageEndpoint, values: Record<string, unknown>, path: PathValues): PageRequest {
  const all = { ...used.query, ...taken(page, used, values, path), ...used.queryOf?.(values, path) };
  const inPath = new Set(Object.keys((used.endpoint.params?.shape ?? {}) as object));
  const params = Object.fromEntries(Object.entries(all).filter(([name]) => inPath.has(name)));
  const query = Object.fromEntries(Object.entries(all).filter(([name]) => !inPath.has(name)));
  const filled = fillBrackets(used.endpoint.path, (name) => params[name]);
  const search = new URLSearchParams(query).toString();
  const passed = new Set(Object.values(used.takes ?? {}));
  const lacks = Object.keys(page.parameters)
    .filter((key) => !NOT_FILTERS.has(key) && !passed.has(key) && !isDefault(page, key, values[key]))
    .map((key) => `${key}=${textOfValue(page, key, values[key]) ?? ""}`);
  const isComplete = [...inPath].every((name) => name in params);
  return { endpoint: used.endpoint, query, params, target: search === "" ? filled : `${filled}?${search}`, isComplete, lacks };
}

/** The page's requests in the order of its declaration, the main one first. */
export function requestsOf(page: AnyPage, values: Record<string, unknown> = {}, path: PathValues = {}): [PageRequest, ...PageRequest[]] {
  const requests = page.endpoints.map((used) => requestOf(page, used, values, path));
  return requests as [PageRequest, ...PageRequest[]];
}
