import { ageSecondsOf, isFuture, isStaleAge } from "./clock";
import { DAY_MS } from "../basics/time";

export interface SourceTimes {
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  lastReadAt: Date | null;
}

const SHARE_NEEDED = 0.8;
const WEEK_MS = 7 * DAY_MS;

/**
 * Leaves out sources that are no longer tried, and those that never answered in their first day. Measured up to the newest attempt and
 * not up to now, so that a capture time changes only when a reading is recorded.
 */
function isCounted(source: SourceTimes, newestAttempt: number): boolean {
  if (!source.firstAttemptAt || !source.lastAttemptAt) return false;
  if (newestAttempt - source.lastAttemptAt.getTime() > WEEK_MS) return false;
  return source.lastReadAt !== null || newestAttempt - source.firstAttemptAt.getTime() < DAY_MS;
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
  const counted = sources.filter((source) => isCounted(source, newestAttempt));
  if (counted.length === 0) return null;
  const reads = counted
    .map((source) => (source.lastReadAt === null || isFuture(source.lastReadAt, now) ? -1 : source.lastReadAt.getTime()))
    .toSorted((a, b) => b - a);
  const needed = reads[Math.ceil(counted.length * SHARE_NEEDED) - 1] ?? -1;
  return needed < 0 ? null : new Date(needed);
}

const SHIPPED = "/catalog";

/** The row of what a release brings, dated by the day on which people last revised it. */
export const shippedSourceOf = (dataset: string): string => `${dataset}${SHIPPED}`;

const isShipped = ({ id }: { id: string }): boolean => id.endsWith(SHIPPED);

/** The sources that are read while the service runs. */
export const liveSources = <Source extends { id: string }>(sources: readonly Source[]): Source[] =>
  sources.filter((source) => !isShipped(source));

export interface Capture {
  capturedAt: Date | null;
  /** True where too few sources were read. `date` is then the day on which people revised what the release brought. */
  isShipped: boolean;
}

/** The capture time of a dataset, as everything that shows one shows it. What the release brought counts until a source was read. */
export function originOf(sources: readonly (SourceTimes & { id: string })[], now: Date): Capture {
  const read = datasetCapture(liveSources(sources), now);
  if (read !== null) return { capturedAt: read, isShipped: false };
  const shipped = datasetCapture(sources.filter(isShipped), now);
  return { capturedAt: shipped, isShipped: shipped !== null };
}

export const captureOf = (sources: readonly (SourceTimes & { id: string })[], now: Date): Date | null => originOf(sources, now).capturedAt;

export interface DatedCapture {
  capturedAt: Date | null;
  /** The SLA: the longest promised age; null where age means nothing. */
  slaSeconds: number | null;
}

/** Milliseconds since 1970: Infinity without an SLA, -Infinity when the age is unknown. */
export const turnsStaleAt = ({ capturedAt, slaSeconds }: DatedCapture): number =>
  slaSeconds === null ? Infinity : (capturedAt?.getTime() ?? -Infinity) + slaSeconds * 1000;

const isStaleCapture = ({ capturedAt, slaSeconds }: DatedCapture, now: Date): boolean =>
  isStaleAge(ageSecondsOf(capturedAt, now), slaSeconds);

export interface AnswerCapture extends DatedCapture {
  /** The strictest promise of all the answer's datasets: always the same for one endpoint. */
  promiseSeconds: number | null;
  /** When the first of the datasets turns stale, in milliseconds since 1970. */
  staleAt: number;
}

/**
 * Age and promise of an answer from several datasets. The strictest promise counts, or where any is
 * stale, that of the first to turn stale. So the answer is older than its promise exactly when one of
 * its datasets is older than its own.
 */
export function answerCapture(captures: readonly DatedCapture[], now: Date): AnswerCapture {
  const byTurn = captures.filter(({ slaSeconds }) => slaSeconds !== null).toSorted((a, b) => turnsStaleAt(a) - turnsStaleAt(b));
  const [first] = byTurn;
  const times = captures.map(({ capturedAt }) => capturedAt);
  if (!first) return { capturedAt: oldestCapture(times, now), slaSeconds: null, promiseSeconds: null, staleAt: Infinity };
  const strictest = byTurn.reduce((one, other) => (Number(other.slaSeconds) < Number(one.slaSeconds) ? other : one));
  const shown = isStaleCapture(first, now) ? first : strictest;
  return { ...shown, promiseSeconds: strictest.slaSeconds, staleAt: turnsStaleAt(first) };
}

/** The oldest of several capture times; null when one of them is unknown or lies in the future. */
export function oldestCapture(times: readonly (Date | null)[], now: Date): Date | null {
  const valid = times.filter((time) => time !== null && !isFuture(time, now)) as Date[];
  return valid.length === 0 || valid.length < times.length ? null : new Date(Math.min(...valid.map((time) => time.getTime())));
}
