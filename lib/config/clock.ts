import { uptime } from "node:os";
import { LRUCache } from "lru-cache";
import { doubtOf, earliestTime, likelyTime, type ClockDoubt, type ClockReadings } from "@/lib/domain/freshness/clock";
import { env } from "./env";
import { processState } from "./process-state.mjs";

/** A time that a witness reported, and the steady clock when it was heard; both in milliseconds. */
interface TimeReport {
  time: number;
  heardAt: number;
}

interface ClockMemory {
  /** When the wall clock was last found correct; null: not yet in this process. */
  correct: TimeReport | null;
  /** True from a jump of the wall clock until it is correct again. */
  hasJumped: boolean;
  database: TimeReport | null;
  ledger: number | null;
  sources: LRUCache<string, TimeReport>;
}

/** Older reports are ignored. */
const REPORT_TTL_MS = 3_600_000;
const MAX_SOURCES = 64;

const memory = processState<ClockMemory>("clock", () => ({
  correct: null,
  hasJumped: false,
  database: null,
  ledger: null,
  sources: new LRUCache({ max: MAX_SOURCES }),
}));

/** Node reads a file for the uptime, which a call would ask for several times. */
const UPTIME_TTL_MS = 10;
let lastUptime = { readAt: Number.NEGATIVE_INFINITY, milliseconds: 0 };

/** Uptime of the machine, including sleep: setting the wall clock does not move it. */
function steadyMs(): number {
  const readAt = performance.now();
  if (readAt - lastUptime.readAt >= UPTIME_TTL_MS) lastUptime = { readAt, milliseconds: uptime() * 1000 };
  return lastUptime.milliseconds;
}

const currentTime = ({ time, heardAt }: TimeReport, steady: number): number => time + steady - heardAt;

function readings(steady: number): ClockReadings {
  const { correct, database, ledger, sources } = memory;
  const heard = [...sources.values()].filter(({ heardAt }) => steady - heardAt <= REPORT_TTL_MS);
  // Vercel freezes an instance between two calls, and its uptime with it.
  const isSteady = correct !== null && !env().isVercel;
  return {
    wall: Date.now(),
    steady: isSteady ? currentTime(correct, steady) : null,
    sources: heard.map((report) => currentTime(report, steady)),
    database: database && currentTime(database, steady),
    ledger: correct === null ? ledger : null,
  };
}

/** A jump voids earlier reports. The machine may have been suspended, and the steady clock with it. */
function noteJump({ wall, steady }: ClockReadings): boolean {
  const isApart = steady !== null && doubtOf({ wall, steady, sources: [], database: null, ledger: null }) !== null;
  const isNew = isApart && !memory.hasJumped;
  if (isNew) {
    memory.sources.clear();
    memory.database = null;
  }
  memory.hasJumped = isApart;
  return isNew;
}

function examine(): { doubt: ClockDoubt | null; evidence: ClockReadings } {
  const steady = steadyMs();
  const before = readings(steady);
  const evidence = noteJump(before) ? readings(steady) : before;
  const doubt = doubtOf(evidence);
  // Until the database has answered, the ledger was not compared with the wall clock.
  if (doubt === null && (memory.database ?? memory.correct) !== null) {
    Object.assign(memory, { correct: { time: evidence.wall, heardAt: steady }, hasJumped: false });
  }
  return { doubt, evidence };
}

/** Why the wall clock is in doubt, from the reports heard so far; null when it is not. */
export const clockDoubt = (): ClockDoubt | null => examine().doubt;

/** The time for timestamps: the wall clock, or the most likely time while the wall clock is in doubt. */
export function serviceTime(): Date {
  const { doubt, evidence } = examine();
  return new Date(doubt === null ? evidence.wall : likelyTime(evidence));
}

export const earliestClock = (): Date => new Date(earliestTime(examine().evidence));

/** True when the database has not reported its time within the interval. */
export function isDatabaseDue(everyMs: number): boolean {
  const { database } = memory;
  return database === null || steadyMs() - database.heardAt > everyMs;
}

/** Records the database's clock, and the newest ledger entry that no operator has confirmed. */
export function hearDatabase(time: Date, ledger: Date | null): void {
  Object.assign(memory, { database: { time: time.getTime(), heardAt: steadyMs() }, ledger: ledger?.getTime() ?? null });
}

/** Records the `Date` header of a source's response. */
export function hearSource(host: string, date: Date): void {
  memory.sources.set(host, { time: date.getTime(), heardAt: steadyMs() });
}

/** Reports of the time, as one thread sends them to another. Their steady clock is the machine's, so both may use it. */
export type ClockReports = Omit<ClockMemory, "sources"> & { sources: [string, TimeReport][] };

export const clockReports = (): ClockReports => ({ ...memory, sources: [...memory.sources.entries()] });

/** Takes over the reports of a thread that hears database and sources. */
export function adoptClockReports({ sources, ...rest }: ClockReports): void {
  Object.assign(memory, rest);
  // Some may have been dropped since, after a jump of the wall clock.
  memory.sources.clear();
  for (const [host, report] of sources) memory.sources.set(host, report);
}
