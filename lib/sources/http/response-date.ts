/** The `Date` header of a response. Null when a cache answered (`Age` > 0), whose date lies in the past. */
export function responseDate(headers: ReadonlyMap<string, string>): Date | null {
  const time = Date.parse(headers.get("date") ?? "");
  const isCached = Number(headers.get("age") ?? 0) > 0;
  return Number.isNaN(time) || isCached ? null : new Date(time);
}
