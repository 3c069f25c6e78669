import { DAY_MS, MINUTE_MS } from "../basics/time";

interface Incident {
  startedAt: string;
  resolvedAt: string | null;
}

/** How many incidents touched the last days, and for how many minutes any of them was open. */
export function incidentsWithin(incidents: readonly Incident[], days: number, now: Date): { count: number; minutes: number } {
  const to = now.getTime();
  const from = to - days * DAY_MS;
  const spans = incidents
    .map(({ startedAt, resolvedAt }) => [Math.max(from, Date.parse(startedAt)), resolvedAt === null ? to : Date.parse(resolvedAt)] as const)
    .filter(([start, end]) => end >= start)
    .toSorted(([a], [b]) => a - b);
  let open = 0;
  let until = from;
  for (const [start, end] of spans) {
    open += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return { count: spans.length, minutes: Math.round(open / MINUTE_MS) };
}
