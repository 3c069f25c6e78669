import { addressPattern, pathValuesOf } from "@/lib/domain/basics/address-pattern";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { AnyEndpoint } from "./endpoint";

interface Found<Value> {
  value: Value;
  params: Readonly<Record<string, string>>;
}

const NO_PARAMS = {};

/** Under the API the slash at the end of a path says nothing. */
const withoutLastSlash = (path: string): string => (path.endsWith("/") && path.length > 1 ? path.slice(0, -1) : path);

const bracketsIn = (path: string): number => path.split("[").length;

/** Finds the value of a path as Next finds a route: without brackets first, then with fewer of them. */
export function createPathTable<Value>(values: ReadonlyMap<string, Value>): (path: string) => Found<Value> | null {
  const plain = new Map([...values].filter(([path]) => !path.includes("[")));
  const patterns = [...values]
    .filter(([path]) => path.includes("["))
    .toSorted(([one], [other]) => bracketsIn(one) - bracketsIn(other))
    .map(([path, value]) => ({ pattern: addressPattern(path), value }));
  return (given) => {
    const path = withoutLastSlash(given);
    const value = plain.get(path);
    if (value !== undefined) return { value, params: NO_PARAMS };
    for (const { pattern, value: candidate } of patterns) {
      const match = pattern.exec(path);
      if (match) return { value: candidate, params: pathValuesOf(match.groups ?? {}) };
    }
    return null;
  };
}

/** The endpoints of one path, by method. */
export interface ServedPath {
  byMethod: ReadonlyMap<string, AnyEndpoint>;
  declared: readonly string[];
  /** The value of an `Allow` header. */
  allow: string;
}

export function servedPath(endpoints: readonly AnyEndpoint[]): ServedPath {
  const byMethod = new Map(endpoints.map((endpoint) => [endpoint.method as string, endpoint]));
  const declared = [...byMethod.keys()];
  return { byMethod, declared, allow: [...declared, ...(byMethod.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ") };
}

interface FoundPath {
  served: ServedPath;
  params: Readonly<Record<string, string>>;
}

export type FindEndpoints = (path: string) => FoundPath | null;

/** Finds the endpoints of a path. `aliases` are further paths of the same endpoints. */
export function createEndpointTable(endpoints: readonly AnyEndpoint[], aliases: Readonly<Record<string, string>> = {}): FindEndpoints {
  const served = new Map([...groupBy(endpoints, ({ path }) => path)].map(([path, own]) => [path, servedPath(own)]));
  for (const [alias, path] of Object.entries(aliases)) served.set(alias, served.get(path) as ServedPath);
  const find = createPathTable(served);
  return (path) => {
    const found = find(path);
    return found && { served: found.value, params: found.params };
  };
}
