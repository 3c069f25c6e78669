/** Clocks may differ by this much; beyond it one of them is wrong. */
export const CLOCK_TOLERANCE_MS = 30_000;

/** With fewer sources there is no median: either of two may be wrong. */
export const SOURCES_NEEDED = 3;

/** The time according to each witness, in milliseconds since 1970; null where it is not available. */
export interface ClockReadings {
  wall: number;
  /** The last time the wall clock was trusted, plus the time elapsed since on the monotonic clock. */
  steady: number | null;
  /** From the `Date` header of each source that answered. */
  sources: readonly number[];
  database: number | null;
  /** The newest ledger entry, which cannot lie in the future. */
  ledger: number | null;
}

export interface ClockDoubt {
  witness: "sources" | "steady" | "database" | "ledger";
  /** How far the wall clock is ahead of the witness; negative where it is behind. */
  aheadMs: number;
}

function medianOf(times: readonly number[]): number | null {
  if (times.length < SOURCES_NEEDED) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Null: the clock can be trusted. The sources decide alone, being independent of this machine; without them all other witnesses must
 * agree. The ledger can only prove a clock that is behind.
 */
export function doubtOf({ wall, steady, sources, database, ledger }: ClockReadings): ClockDoubt | null {
  const doubt = (witness: ClockDoubt["witness"], time: number | null): ClockDoubt | null =>
    time === null || Math.abs(wall - time) <= CLOCK_TOLERANCE_MS ? null : { witness, aheadMs: wall - time };
  const median = medianOf(sources);
  if (median !== null) return doubt("sources", median);
  return doubt("steady", steady) ?? doubt("database", database) ?? (ledger !== null && ledger > wall ? doubt("ledger", ledger) : null);
}

export const likelyTime = ({ wall, steady, sources, database }: ClockReadings): number => medianOf(sources) ?? steady ?? database ?? wall;

/** The earliest of all clocks: a day that has ended by it has ended by each of them. */
export function earliestTime({ wall, steady, sources, database }: ClockReadings): number {
  return Math.min(...[wall, steady, medianOf(sources), database].filter((time) => time !== null));
}

const WITNESSES: Readonly<Record<ClockDoubt["witness"], string>> = {
  sources: "the median of what the sources say",
  steady: "the time that has passed since it was last right",
  database: "the clock of the database",
  ledger: "the newest entry of the ledger",
};

export function describeDoubt({ witness, aheadMs }: ClockDoubt): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `the machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} ${WITNESSES[witness]}`;
}

/** Null when the capture time is unknown or lies in the future beyond the tolerance. */
export function ageSecondsOf(capturedAt: Date | null, now: Date): number | null {
  if (capturedAt === null || isFuture(capturedAt, now)) return null;
  return Math.max(0, Math.floor((now.getTime() - capturedAt.getTime()) / 1000));
}

/** A timestamp from a clock that was ahead says nothing about age. */
export const isFuture = (time: Date, now: Date): boolean => time.getTime() - now.getTime() > CLOCK_TOLERANCE_MS;

/** An unknown age counts as stale when an SLA applies: in doubt nothing is charged. */
export const isStaleAge = (ageSeconds: number | null, slaSeconds: number | null): boolean =>
  slaSeconds !== null && (ageSeconds === null || ageSeconds > slaSeconds);
