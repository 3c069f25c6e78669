import { addressPattern, pathValuesOf } from "@/lib/domain/basics/address-pattern";

interface Found<Value> {
  value: Value;
  params: Readonly<Record<string, string>>;
}

const NO_PARAMS = {};

/** Under the API the slash at the end of a path says nothing. */
const withoutLastSlash = (path: string): string => (path.endsWith("/") && path.length > 1 ? path.slice(0, -1) : path);

const bracketsIn = (path: string): number => path.split("[").length;

/** Finds what is kept for a path as Next finds a route: a path without brackets first, then those with fewer of them. */
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
