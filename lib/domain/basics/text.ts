/** Canonical JSON: keys are sorted, so equal values give equal text. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    entry !== null && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1)))
      : entry,
  );
}

/** The path as the documents write it: `/api/premium/providers/{name}`. */
export const routePattern = (path: string): string => path.replace(/\[(\w+)\]/g, "{$1}");

/** Order by code units: independent of the machine's locale. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
