import { groupBy } from "../basics/group-by";
import { compareText } from "../basics/text";
import { isKnown, worstKnown, worstState, type KnownState } from "./service-state";
import type { StatusDay, Stretch } from "./uptime";

export function mergeDays(services: readonly (readonly StatusDay[])[]): StatusDay[] {
  const byDate = groupBy(services.flat(), ({ date }) => date);
  return [...byDate]
    .map(([date, days]) => ({ date, status: worstKnown(days.map(({ status }) => status)) }))
    .sort((a, b) => compareText(a.date, b.date));
}

export function mergeStretches(services: readonly (readonly Stretch[])[]): Stretch[] {
  if (services.length <= 1) return [...(services[0] ?? [])];
  const edges = [...new Set(services.flat().flatMap((stretch) => [stretch.from.getTime(), stretch.to.getTime()]))].sort((a, b) => a - b);
  const stateAt = services.map(stateReader);
  return edges.slice(0, -1).flatMap((from, position) => {
    const states = stateAt.map((read) => read(from)).filter((state) => state !== null);
    const state = worstState(states);
    return isKnown(state) ? [{ state, from: new Date(from), to: new Date(edges[position + 1] ?? from) }] : [];
  });
}

function stateReader(stretches: readonly Stretch[]): (ms: number) => KnownState | null {
  let position = 0;
  return (ms) => {
    while ((stretches[position]?.to.getTime() ?? Infinity) <= ms) position++;
    const stretch = stretches[position];
    return stretch && stretch.from.getTime() <= ms ? stretch.state : null;
  };
}
