import { addressPattern, pathValuesOf } from "@/lib/domain/basics/address-pattern";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { AnyEndpoint } from "./endpoint";

/** The endpoints of one path, by method. */
export interface ServedPath {
  byMethod: ReadonlyMap<string, AnyEndpoint>;
  /** The declared methods. */
  declared: readonly string[];
  /** The value of an `Allow` header. */
  allow: string;
}

export function servedPath(endpoints: readonly AnyEndpoint[]): ServedPath {
  const byMethod = new Map(endpoints.map((endpoint) => [endpoint.method as string, endpoint]));
  const declared = [...byMethod.keys()];
  return { byMethod, declared, allow: [...declared, ...(byMethod.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ") };
}

export interface FoundPath {
  served: ServedPath;
  params: Readonly<Record<string, string>>;
}

const NO_PARAMS = {};

/** Under the API the slash at the end of a path says nothing. */
const withoutLastSlash = (path: string): string => (path.endsWith("/") && path.length > 1 ? path.slice(0, -1) : path);

const bracketsIn = (path: string): number => path.split("[").length;

/**
 * Finds the endpoints of a path as Next finds a route: a path without brackets first, then those with fewer of them.
 * `aliases` are further paths of the same endpoints.
 */
export function createEndpointTable(
  endpoints: readonly AnyEndpoint[],
  aliases: Readonly<Record<string, string>> = {},
): (path: string) => FoundPath | null {
  const paths = [...groupBy(endpoints, ({ path }) => path)].map(([path, own]) => ({ path, served: servedPath(own) }));
  const plain = new Map(paths.filter(({ path }) => !path.includes("[")).map(({ path, served }) => [path, served]));
  for (const [alias, path] of Object.entries(aliases)) plain.set(alias, plain.get(path) as ServedPath);
  const patterns = paths
    .filter(({ path }) => path.includes("["))
    .toSorted((one, other) => bracketsIn(one.path) - bracketsIn(other.path))
    .map(({ path, served }) => ({ pattern: addressPattern(path), served }));
  return (given) => {
    const path = withoutLastSlash(given);
    const served = plain.get(path);
    if (served) return { served, params: NO_PARAMS };
    for (const { pattern, served: candidate } of patterns) {
      const match = pattern.exec(path);
      if (match) return { served: candidate, params: pathValuesOf(match.groups ?? {}) };
    }
    return null;
  };
}
