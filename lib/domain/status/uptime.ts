import type { KnownState, ServiceState } from "./service-state";
import { DAY_MS } from "../basics/time";

export interface StatusDay {
  date: string;
  status: ServiceState;
}

export interface UptimeSummary {
  days_total: number;
  days_with_data: number;
  days_missing: number;
  days_operational: number;
  days_degraded: number;
  days_down: number;
  /** Watched, but no poll could read the page; does not count as data. */
  days_unknown: number;
  uptime_pct: number | null;
  incident_days: { date: string; status: "degraded" | "down" }[];
}

const WORTH: Readonly<Record<KnownState, number>> = { operational: 1, degraded: 0.5, down: 0 };

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

const isIncidentDay = (day: StatusDay): day is { date: string; status: "degraded" | "down" } =>
  day.status === "degraded" || day.status === "down";

/** Uptime is measured over the days with data only. */
export function summariseUptime(dates: readonly string[], days: readonly StatusDay[]): UptimeSummary {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const present = dates.flatMap((date) => byDate.get(date) ?? []);
  const count = (status: ServiceState): number => present.filter((day) => day.status === status).length;
  const operational = count("operational");
  const degraded = count("degraded");
  const down = count("down");
  const withData = operational + degraded + down;
  return {
    days_total: dates.length,
    days_with_data: withData,
    days_missing: dates.length - present.length,
    days_operational: operational,
    days_degraded: degraded,
    days_down: down,
    days_unknown: count("unknown"),
    uptime_pct: withData === 0 ? null : round4(((operational + 0.5 * degraded) / withData) * 100),
    incident_days: present.filter(isIncidentDay).map(({ date, status }) => ({ date, status })),
  };
}

export interface Stretch {
  state: KnownState;
  from: Date;
  to: Date;
}

export interface StateChange {
  at: Date;
  to: KnownState;
}

export function stretchesOf(first: { state: KnownState; at: Date }, changes: readonly StateChange[], until: Date): Stretch[] {
  const points = [{ at: first.at, state: first.state }, ...changes.map((change) => ({ at: change.at, state: change.to }))]
    .filter((point) => point.at < until)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return points
    .map((point, position) => ({ state: point.state, from: point.at, to: points[position + 1]?.at ?? until }))
    .filter((stretch) => stretch.from < stretch.to);
}

/** Percent of the watched days' time in service, a degraded second counting half. Null when nothing was watched. */
export function timeWeightedUptime(stretches: readonly Stretch[], watchedDates: readonly string[]): number | null {
  let watchedMs = 0;
  let worthMs = 0;
  const watched = new Set(watchedDates.map((date) => Date.parse(`${date}T00:00:00.000Z`)));
  for (const { state, from, to } of stretches) {
    for (let start = Math.floor(from.getTime() / DAY_MS) * DAY_MS; start < to.getTime(); start += DAY_MS) {
      if (!watched.has(start)) continue;
      const overlap = Math.min(to.getTime(), start + DAY_MS) - Math.max(from.getTime(), start);
      watchedMs += overlap;
      worthMs += overlap * WORTH[state];
    }
  }
  return watchedMs === 0 ? null : round4((worthMs / watchedMs) * 100);
}
