import { remember } from "@/lib/domain/basics/remember";
import { createPathTable } from "@/lib/http/endpoint-table";
import { pathOf } from "@/lib/http/target";

/** Label of paths that nobody declared, so that strangers cannot make up labels. */
const UNDECLARED = "other";
const BUILD_FILES = "/_next/*";

const MAX_PATHS = 2048;
/**
 * Longest path whose route is remembered. Only strangers make up longer ones, which could take as much
 * memory as they like.
 */
const LONGEST_REMEMBERED = 256;

export type RouteOf = (target: string) => string;

/** The declared pattern of a request's path, such as `/api/history/[date]`. */
export function createRouteOf(patterns: readonly string[]): RouteOf {
  const find = createPathTable(new Map(patterns.map((pattern) => [pattern, pattern])));
  const look = (path: string): string => (path.startsWith("/_next/") ? BUILD_FILES : (find(path)?.value ?? UNDECLARED));
  const known = remember(look, MAX_PATHS);
  return (target) => {
    const path = pathOf(target);
    return path.length > LONGEST_REMEMBERED ? look(path) : known(path);
  };
}
