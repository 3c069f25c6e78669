/** The same value gives the same text, whatever the order in which its keys were written or read back. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    entry !== null && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1)))
      : entry,
  );
}

/** A declared path as documents write it, without what a caller put in its place: `/api/premium/providers/{name}`. */
export const routePattern = (path: string): string => path.replace(/\[(\w+)\]/g, "{$1}");

/** Order by code units: the same on every machine, whatever its language. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
