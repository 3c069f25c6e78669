/** Readings of one moment may differ by this much; beyond it one of the clocks is wrong. */
export const CLOCK_TOLERANCE_MS = 30_000;

/** With fewer sources than this the median is not used: of two, either may be wrong. */
const SOURCES_NEEDED = 3;

/** What each witness says that the time is, in milliseconds since 1970; null where it says nothing. */
export interface ClockReadings {
  /** The machine's clock, which is the one in doubt. */
  wall: number;
  /** When the wall clock was last held right, and the time that has passed since by the clock that nobody sets. */
  steady: number | null;
  /** By the `Date` of each source that was heard. */
  sources: readonly number[];
  database: number | null;
  /** The newest entry of the ledger, which cannot be of the future. */
  ledger: number | null;
}

export interface ClockDoubt {
  witness: "sources" | "steady" | "database" | "ledger";
  /** By how much the wall clock is ahead of the witness; negative where it is behind. */
  aheadMs: number;
}

/** The middle of what the sources say: half of them would have to be wrong to move it. */
function medianOf(times: readonly number[]): number | null {
  if (times.length < SOURCES_NEEDED) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Null: the wall clock may be believed. The sources settle it alone, since they share nothing with this machine; without
 * them every other witness must agree. The ledger only shows a clock that is behind it.
 */
export function doubtOf({ wall, steady, sources, database, ledger }: ClockReadings): ClockDoubt | null {
  const doubt = (witness: ClockDoubt["witness"], says: number | null): ClockDoubt | null =>
    says === null || Math.abs(wall - says) <= CLOCK_TOLERANCE_MS ? null : { witness, aheadMs: wall - says };
  const median = medianOf(sources);
  if (median !== null) return doubt("sources", median);
  return doubt("steady", steady) ?? doubt("database", database) ?? (ledger !== null && ledger > wall ? doubt("ledger", ledger) : null);
}

/** The best that is known of the time while the wall clock is in doubt. */
export const likelyTime = ({ wall, steady, sources, database }: ClockReadings): number => medianOf(sources) ?? steady ?? database ?? wall;

/** The earliest of all clocks: a day that has ended by this time has ended by each of them. */
export function earliestTime({ wall, steady, sources, database }: ClockReadings): number {
  return Math.min(...[wall, steady, medianOf(sources), database].filter((says) => says !== null));
}

const WITNESSES: Readonly<Record<ClockDoubt["witness"], string>> = {
  sources: "the median of what the sources say",
  steady: "the time that has passed since it was last right",
  database: "the clock of the database",
  ledger: "the newest entry of the ledger",
};

/** In words, for operators and readers of /api/health. */
export function describeDoubt({ witness, aheadMs }: ClockDoubt): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `the machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} ${WITNESSES[witness]}`;
}

/** Seconds since the data was captured; null where that is unknown, or lies in the future further than clocks may differ. */
export function ageSecondsOf(capturedAt: Date | null, now: Date): number | null {
  if (capturedAt === null || isFuture(capturedAt, now)) return null;
  return Math.max(0, Math.floor((now.getTime() - capturedAt.getTime()) / 1000));
}

/** Stamped by a clock that was ahead: such a time says nothing about age. */
export const isFuture = (time: Date, now: Date): boolean => time.getTime() - now.getTime() > CLOCK_TOLERANCE_MS;

/** An unknown age under a promise is stale: it fails toward no charge. */
export const isStaleAge = (ageSeconds: number | null, slaSeconds: number | null): boolean =>
  slaSeconds !== null && (ageSeconds === null || ageSeconds > slaSeconds);
