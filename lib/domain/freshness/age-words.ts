import { formatAge, formatMoment, plural } from "../pages/format";

/** Attempts at a dataset none of whose sources has ever answered. */
export interface VainAttempts {
  count: number;
  /** ISO 8601. */
  since: string;
  /** What most of its sources failed by. */
  fault: string;
}

export interface DatasetAge {
  /** Null when nothing was read or recorded yet, or when its time lies in the future. */
  ageSeconds: number | null;
  /** True while data still is what the release brought. Its age then counts from the day on which people revised it. */
  isShipped: boolean;
  sourcesRead: number;
  sourcesTotal: number;
  vainAttempts: VainAttempts | null;
}

interface Attempts {
  firstAttemptAt: Date | null;
  lastReadAt: Date | null;
  lastFault: string | null;
  consecutiveFailures: number;
}

/** A host that is left alone has failed before. The cause is that earlier fault, where it is known. */
const CONSEQUENCE = "breaker_open";

function commonest(faults: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const fault of faults) counts.set(fault, (counts.get(fault) ?? 0) + (fault === CONSEQUENCE ? 0 : 1));
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Null before the first attempt, and once a source was read. */
export function vainAttempts(sources: readonly Attempts[]): VainAttempts | null {
  const first = Math.min(...sources.map(({ firstAttemptAt }) => firstAttemptAt?.getTime() ?? Infinity));
  const fault = commonest(sources.flatMap(({ lastFault }) => lastFault ?? []));
  if (!Number.isFinite(first) || fault === undefined || sources.some(({ lastReadAt }) => lastReadAt !== null)) return null;
  const count = Math.max(...sources.map(({ consecutiveFailures }) => consecutiveFailures));
  return { count, since: new Date(first).toISOString(), fault };
}

/** `tried 3 times since 28 Nov 2026, 13:53 UTC: network`. */
export const attemptWords = ({ count, since, fault }: VainAttempts): string =>
  `tried ${plural(count, "time")} since ${formatMoment(since)}: ${fault.replaceAll("_", " ")}`;

/** Why a dataset has no age. */
export const unreadWords = (attempts: VainAttempts | null): string =>
  attempts === null ? "no data yet" : `never read, ${attemptWords(attempts)}`;

/** `3 h old`: the one wording of a dataset's age, in the log and on pages. */
export const oldWords = (ageSeconds: number): string => `${formatAge(ageSeconds)} old`;

/** The age of a dataset, and why it has none or is not younger. */
export function ageWords({ ageSeconds, isShipped, sourcesRead, sourcesTotal, vainAttempts: attempts }: DatasetAge): string {
  if (ageSeconds === null) return sourcesRead > 0 ? `${sourcesRead} of ${sourcesTotal} sources read` : unreadWords(attempts);
  const age = oldWords(ageSeconds);
  if (!isShipped) return age;
  return attempts === null ? `${age}, as shipped` : `${age}, as shipped; ${unreadWords(attempts)}`;
}
