import { addDays, datesOf, type DateRange } from "../basics/date-range";
import { mergeDays, mergeStretches } from "./merge-services";
import type { ServiceRecord } from "./plan-status-poll";
import type { KnownState } from "./service-state";
import { stretchesOf, summariseUptime, timeWeightedUptime, type StatusDay, type Stretch, type UptimeSummary } from "./uptime";

export type WatchedService = Pick<ServiceRecord, "knownState" | "knownAt" | "firstKnownAt"> & { service: string };

export interface ServiceChange {
  service: string;
  at: Date;
  from: KnownState;
  to: KnownState;
}

export interface ProviderUptime extends UptimeSummary {
  days: { date: string; status: StatusDay["status"] | null }[];
  uptime_pct_time_weighted: number | null;
}

const startOf = (date: string): Date => new Date(`${date}T00:00:00.000Z`);
const later = (a: Date, b: Date): Date => (a > b ? a : b);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** `changes` are all changes since the range began: the first one tells the initial state. */
function stretchesIn(service: WatchedService, changes: readonly ServiceChange[], range: DateRange): Stretch[] {
  const own = changes.filter((change) => change.service === service.service).sort((a, b) => a.at.getTime() - b.at.getTime());
  const firstState = own[0]?.from ?? service.knownState;
  if (firstState === null || service.firstKnownAt === null || service.knownAt === null) return [];
  const from = later(service.firstKnownAt, startOf(range.from));
  const until = earlier(service.knownAt, startOf(addDays(range.to, 1)));
  return from < until ? stretchesOf({ state: firstState, at: from }, own, until) : [];
}

export function providerUptime(
  services: readonly WatchedService[],
  days: readonly (StatusDay & { service: string })[],
  changes: readonly ServiceChange[],
  range: DateRange,
): ProviderUptime {
  const dates = datesOf(range);
  const merged = mergeDays(services.map(({ service }) => days.filter((day) => day.service === service)));
  const statusOf = new Map(merged.map((day) => [day.date, day.status]));
  const watched = merged.filter((day) => day.status !== "unknown").map((day) => day.date);
  const stretches = mergeStretches(services.map((service) => stretchesIn(service, changes, range)));
  return {
    ...summariseUptime(dates, merged),
    days: dates.map((date) => ({ date, status: statusOf.get(date) ?? null })),
    uptime_pct_time_weighted: timeWeightedUptime(stretches, watched),
  };
}
