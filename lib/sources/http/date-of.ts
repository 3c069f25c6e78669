/** When an answer was made, if that was just now: what a cache has kept says nothing of the present time. */
export function dateOf(headers: ReadonlyMap<string, string>): Date | null {
  const time = Date.parse(headers.get("date") ?? "");
  const isKept = Number(headers.get("age") ?? 0) > 0;
  return Number.isNaN(time) || isKept ? null : new Date(time);
}
