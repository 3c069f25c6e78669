import { isFuture } from "./clock";
import { DAY_MS } from "../basics/time";

export interface SourceTimes {
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  lastReadAt: Date | null;
}

const SHARE_NEEDED = 0.8;
const WEEK_MS = 7 * DAY_MS;

/** Leaves out sources that are no longer tried, and those that never answered in their first day. */
function isCounted(source: SourceTimes, newestAttempt: number, now: Date): boolean {
  if (!source.firstAttemptAt || !source.lastAttemptAt) return false;
  if (newestAttempt - source.lastAttemptAt.getTime() > WEEK_MS) return false;
  return source.lastReadAt !== null || now.getTime() - source.firstAttemptAt.getTime() < DAY_MS;
}

/** Ignores times in the future: one timestamp from a wrong clock would make all others look old. */
const newestPast = (times: readonly (Date | null)[], now: Date): number =>
  Math.max(...times.map((time) => (time === null || isFuture(time, now) ? 0 : time.getTime())));

/** The time since which 80% of a dataset's sources have been read; null when that never was. Future times do not count. */
export function datasetCapture(sources: readonly SourceTimes[], now: Date): Date | null {
  const newestAttempt = newestPast(
    sources.map((source) => source.lastAttemptAt),
    now,
  );
  const counted = sources.filter((source) => isCounted(source, newestAttempt, now));
  if (counted.length === 0) return null;
  const reads = counted
    .map((source) => (source.lastReadAt === null || isFuture(source.lastReadAt, now) ? -1 : source.lastReadAt.getTime()))
    .toSorted((a, b) => b - a);
  const needed = reads[Math.ceil(counted.length * SHARE_NEEDED) - 1] ?? -1;
  return needed < 0 ? null : new Date(needed);
}

export interface DatedCapture {
  capturedAt: Date | null;
  /** The SLA: the longest promised age; null where age means nothing. */
  slaSeconds: number | null;
}

/** Milliseconds since 1970: Infinity without an SLA, -Infinity when the age is unknown. */
export const turnsStaleAt = ({ capturedAt, slaSeconds }: DatedCapture): number =>
  slaSeconds === null ? Infinity : (capturedAt?.getTime() ?? -Infinity) + slaSeconds * 1000;

/** The dataset that turns stale first: its age and SLA hold for an answer built from all of them. */
export function firstToTurnStale(captures: readonly DatedCapture[]): DatedCapture {
  const [first] = captures.filter(({ slaSeconds }) => slaSeconds !== null).toSorted((a, b) => turnsStaleAt(a) - turnsStaleAt(b));
  return first ?? { capturedAt: null, slaSeconds: null };
}

/** The oldest of several capture times; null when one of them is unknown or lies in the future. */
export function oldestCapture(times: readonly (Date | null)[], now: Date): Date | null {
  const valid = times.filter((time) => time !== null && !isFuture(time, now)) as Date[];
  return valid.length === 0 || valid.length < times.length ? null : new Date(Math.min(...valid.map((time) => time.getTime())));
}
