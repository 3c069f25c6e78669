import { is, sql, type SQL } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import pLimit, { type LimitFunction } from "p-limit";
import { isUnusable, type Db } from "./client";

/** Calls in one statement. One that fails is repeated for each of its calls alone, so this also bounds what one bad call costs. */
const MOST_CALLS = 50;

/** What a shared statement says of one call: its outcome, or the call with which to run it alone. */
export type Decision<Call, Outcome> = { outcome: Outcome } | { alone: Call };

/**
 * Condition of the calls' places in a shared statement. A range lets the planner expect few calls, so that it looks up the rows
 * of each by index, however small the tables were when the plan was made.
 */
export const IS_PLACE: SQL = sql`call.place between 0 and ${sql.raw(String(MOST_CALLS))}`;

interface SharedStatement<Call, Outcome> {
  /** Runs all calls in one statement and one commit, in order of arrival. Each decision stands in its call's place. */
  runAll(db: Db, calls: readonly Call[]): Promise<readonly Decision<Call, Outcome>[]>;
  /** `hasFailed` when a statement with this call failed, which may have been committed nevertheless. */
  runAlone(db: Db, call: Call, hasFailed: boolean): Promise<Outcome>;
  /** Calls with the same key never share a statement. */
  keyOf(call: Call): string;
}

interface Waiting<Call, Outcome> {
  call: Call;
  resolve(outcome: Outcome | Promise<Outcome>): void;
  reject(reason: unknown): void;
}

const lanes = new WeakMap<Db, LimitFunction>();

/** Runs one shared statement at a time, holds or charges. Two of one process then never wait for each other's accounts. */
function laneOf(db: Db): LimitFunction {
  const lane = lanes.get(db) ?? pLimit(1);
  lanes.set(db, lane);
  return lane;
}

/** Takes calls out of the list, at most one of each key. */
function takeCalls<Call, Outcome>(waiting: Waiting<Call, Outcome>[], keyOf: (call: Call) => string): Waiting<Call, Outcome>[] {
  const keys = new Set<string>();
  const [taken, left]: [Waiting<Call, Outcome>[], Waiting<Call, Outcome>[]] = [[], []];
  for (const one of waiting.splice(0)) {
    const isTaken = taken.length < MOST_CALLS && !keys.has(keyOf(one.call));
    keys.add(keyOf(one.call));
    (isTaken ? taken : left).push(one);
  }
  waiting.push(...left);
  return taken;
}

/** Runs the calls in one statement. Calls that it could not decide alone follow, in order of arrival. */
async function decide<Call, Outcome>(
  { runAll, runAlone }: SharedStatement<Call, Outcome>,
  db: Db,
  taken: readonly Waiting<Call, Outcome>[],
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  const runNext = (call: Call, hasFailed: boolean): Promise<Outcome> => {
    const outcome = before.then(() => runAlone(db, call, hasFailed));
    before = outcome.catch(() => undefined);
    return outcome;
  };
  try {
    const decisions = await runAll(
      db,
      taken.map(({ call }) => call),
    );
    for (const [place, { resolve }] of taken.entries()) {
      const decision = decisions[place] as Decision<Call, Outcome>;
      resolve("outcome" in decision ? decision.outcome : runNext(decision.alone, false));
    }
  } catch (error) {
    const isOver = taken.length === 1 || isUnusable(error);
    for (const { call, resolve, reject } of taken) {
      if (isOver) reject(error);
      else resolve(runNext(call, true));
    }
  }
}

/**
 * Lets calls that wait for the database at the same moment share a statement and its commit. Nothing waits to be joined by
 * others: a call that finds the database free is sent at once. Within a transaction every call runs alone.
 */
export function together<Call, Outcome>(statement: SharedStatement<Call, Outcome>): (db: Db, call: Call) => Promise<Outcome> {
  const lists = new WeakMap<Db, Waiting<Call, Outcome>[]>();

  async function runWaiting(db: Db, waiting: Waiting<Call, Outcome>[]): Promise<void> {
    const taken = takeCalls(waiting, statement.keyOf);
    if (waiting.length > 0) void laneOf(db)(() => runWaiting(db, waiting));
    await decide(statement, db, taken);
  }

  return (db, call) => {
    if (is(db, PgTransaction)) return statement.runAlone(db, call, false);
    const waiting = lists.get(db) ?? [];
    lists.set(db, waiting);
    return new Promise<Outcome>((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (waiting.length === 1) void laneOf(db)(() => runWaiting(db, waiting));
    });
  };
}
