/** JSON with sorted keys, so that equal values give equal text. Not RFC 8785: what is signed goes through `canonicalJson`. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    entry !== null && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1)))
      : entry,
  );
}

/** The path as the documents write it: `/api/premium/providers/{name}`. */
export const routePattern = (path: string): string => path.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");

/** Order by code units: independent of the machine's locale. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
