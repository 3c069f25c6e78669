import { isFuture } from "./clock";
import { DAY_MS } from "../basics/time";

/** What one source last did; times in the order of events. */
export interface SourceTimes {
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  lastReadAt: Date | null;
}

const SHARE_NEEDED = 0.8;
const WEEK_MS = 7 * DAY_MS;

/** A source that nobody asks any more, or that never once answered in its first day, says nothing about the others. */
function isCounted(source: SourceTimes, newestAttempt: number, now: Date): boolean {
  if (!source.firstAttemptAt || !source.lastAttemptAt) return false;
  if (newestAttempt - source.lastAttemptAt.getTime() > WEEK_MS) return false;
  return source.lastReadAt !== null || now.getTime() - source.firstAttemptAt.getTime() < DAY_MS;
}

/** The newest of these moments that is not of the future: what a clock that was ahead has stamped would make all others old. */
const newestKnown = (times: readonly (Date | null)[], now: Date): number =>
  Math.max(...times.map((time) => (time === null || isFuture(time, now) ? 0 : time.getTime())));

/** The time since which 80% of a dataset's sources have been read whole; null when that never was. A reading of the future is none. */
export function datasetCapture(sources: readonly SourceTimes[], now: Date): Date | null {
  const newestAttempt = newestKnown(
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
  /** Promised longest age; null where age means nothing. */
  slaSeconds: number | null;
}

/** In milliseconds since 1970: never where nothing is promised, always where the age is unknown. */
export const turnsStaleAt = ({ capturedAt, slaSeconds }: DatedCapture): number =>
  slaSeconds === null ? Infinity : (capturedAt?.getTime() ?? -Infinity) + slaSeconds * 1000;

/** Of several datasets the one that turns stale first: what it says of age and promise holds for an answer from all of them. */
export function firstToTurnStale(captures: readonly DatedCapture[]): DatedCapture {
  const [first] = captures.filter(({ slaSeconds }) => slaSeconds !== null).toSorted((a, b) => turnsStaleAt(a) - turnsStaleAt(b));
  return first ?? { capturedAt: null, slaSeconds: null };
}

/** The oldest of several capture times; one that is unknown, or of the future, makes the whole unknown. */
export function oldestCapture(times: readonly (Date | null)[], now: Date): Date | null {
  const known = times.filter((time) => time !== null && !isFuture(time, now)) as Date[];
  return known.length === 0 || known.length < times.length ? null : new Date(Math.min(...known.map((time) => time.getTime())));
}
