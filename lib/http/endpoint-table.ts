import { groupBy } from "@/lib/domain/basics/group-by";
import type { AnyEndpoint } from "./endpoint";
import { createPathTable } from "./path-table";

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
