import { isKnown, worstKnown, worstState, type KnownState } from "./service-state";
import type { StatusDay, Stretch } from "./uptime";

/** A provider with several services is as well as the worst of them, day by day. */
export function mergeDays(services: readonly (readonly StatusDay[])[]): StatusDay[] {
  const byDate = new Map<string, StatusDay["status"][]>();
  for (const day of services.flat()) byDate.set(day.date, [...(byDate.get(day.date) ?? []), day.status]);
  return [...byDate].map(([date, states]) => ({ date, status: worstKnown(states) })).sort((a, b) => a.date.localeCompare(b.date));
}

/** The same, moment by moment. */
export function mergeStretches(services: readonly (readonly Stretch[])[]): Stretch[] {
  if (services.length <= 1) return [...(services[0] ?? [])];
  const all = services.flat();
  const edges = [...new Set(all.flatMap((stretch) => [stretch.from.getTime(), stretch.to.getTime()]))].sort((a, b) => a - b);
  return edges.slice(0, -1).flatMap((from, position) => {
    const to = edges[position + 1] ?? from;
    const states: KnownState[] = all.filter((stretch) => stretch.from.getTime() <= from && stretch.to.getTime() >= to).map((stretch) => stretch.state);
    const state = worstState(states);
    return isKnown(state) ? [{ state, from: new Date(from), to: new Date(to) }] : [];
  });
}
