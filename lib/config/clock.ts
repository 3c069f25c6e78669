import { uptime } from "node:os";
import { doubtOf, earliestTime, likelyTime, type ClockDoubt, type ClockReadings } from "@/lib/domain/freshness/clock";
import { env } from "./env";

/** A moment as a witness told it, and when that was by the clock that nobody sets. */
interface Told {
  says: number;
  heardAt: number;
}

interface Clock {
  /** When the wall clock was last held right; null: never since the process began. */
  right: Told | null;
  /** True since the wall clock jumped, until it is right again. */
  hasJumped: boolean;
  database: Told | null;
  ledger: number | null;
  sources: Map<string, Told>;
}

const HEARD_FOR_MS = 3_600_000;
const MOST_SOURCES = 64;

const CLOCK = Symbol.for("service-clock");
const shared = globalThis as { [CLOCK]?: Clock };

/** One for our node server and the Next bundle. */
function clock(): Clock {
  shared[CLOCK] ??= { right: null, hasJumped: false, database: null, ledger: null, sources: new Map() };
  return shared[CLOCK];
}

/** Time since the machine was started, its sleep included: setting the clock does not move it. */
const steadyMs = (): number => uptime() * 1000;

const now = ({ says, heardAt }: Told, steady: number): number => says + steady - heardAt;

function readings({ right, database, ledger, sources }: Clock, steady: number): ClockReadings {
  const heard = [...sources.values()].filter(({ heardAt }) => steady - heardAt <= HEARD_FOR_MS);
  // On Vercel an instance stands still between two calls, and its uptime with it.
  const isSteady = right !== null && !env().isVercel;
  return {
    wall: Date.now(),
    steady: isSteady ? now(right, steady) : null,
    sources: heard.map((told) => now(told, steady)),
    database: database && now(database, steady),
    ledger: right === null ? ledger : null,
  };
}

/** After a jump only what is heard from then on can say which clock is right: the machine may have been put on hold. */
function noteJump(known: Clock, { wall, steady }: ClockReadings): boolean {
  const isApart = steady !== null && doubtOf({ wall, steady, sources: [], database: null, ledger: null }) !== null;
  const isNew = isApart && !known.hasJumped;
  if (isNew) {
    known.sources.clear();
    known.database = null;
  }
  known.hasJumped = isApart;
  return isNew;
}

function examine(): { doubt: ClockDoubt | null; told: ClockReadings } {
  const known = clock();
  const steady = steadyMs();
  const before = readings(known, steady);
  const told = noteJump(known, before) ? readings(known, steady) : before;
  const doubt = doubtOf(told);
  // Before the database was heard nobody has looked whether the clock is behind the ledger.
  if (doubt === null && (known.database ?? known.right) !== null) {
    Object.assign(known, { right: { says: told.wall, heardAt: steady }, hasJumped: false });
  }
  return { doubt, told };
}

/** Why the machine's clock cannot be believed, by what is known already; null: it can. */
export const clockDoubt = (): ClockDoubt | null => examine().doubt;

/** The time to stamp with: the machine's, or while that is in doubt what is likeliest. */
export function serviceTime(): Date {
  const { doubt, told } = examine();
  return new Date(doubt === null ? told.wall : likelyTime(told));
}

/** Of all clocks that are known the one that is furthest behind. */
export const earliestClock = (): Date => new Date(earliestTime(examine().told));

/** True where the database was not asked for a while. */
export function isDatabaseDue(everyMs: number): boolean {
  const { database } = clock();
  return database === null || steadyMs() - database.heardAt > everyMs;
}

/** What the database says of the time, and the newest entry of the ledger that nobody has explained. */
export function hearDatabase(says: Date, ledger: Date | null): void {
  Object.assign(clock(), { database: { says: says.getTime(), heardAt: steadyMs() }, ledger: ledger?.getTime() ?? null });
}

/** The `Date` of an answer that a source has just given. */
export function hearSource(host: string, date: Date): void {
  const { sources } = clock();
  sources.delete(host);
  sources.set(host, { says: date.getTime(), heardAt: steadyMs() });
  if (sources.size > MOST_SOURCES) sources.delete(sources.keys().next().value ?? "");
}
