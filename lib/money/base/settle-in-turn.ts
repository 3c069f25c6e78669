import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { withSettlerLock } from "@/db/queries/money/call/settler-lock";

type InTurn = <Value>(task: () => Promise<Value>) => Promise<Value>;

/** How long further settlements of this process may join a turn, so that other processes get one too. */
const JOINING_MS = 3000;

/** The period in which this process holds the settler lock. Concurrent settlements share it, and thus one connection. */
interface Turn {
  began: Promise<void>;
  tasks: number;
  joinableUntil: number;
  end(): void;
}

let current: Turn | undefined;

function beginTurn(db: Db): Turn {
  const turn: Turn = { began: Promise.resolve(), tasks: 0, joinableUntil: Number.POSITIVE_INFINITY, end: () => undefined };
  const ended = new Promise<void>((resolve) => (turn.end = resolve));
  turn.began = new Promise<void>((resolve, reject) => {
    withSettlerLock(db, async () => {
      turn.joinableUntil = performance.now() + JOINING_MS;
      resolve();
      await ended;
    }).catch(reject);
  });
  return turn;
}

async function inTurn<Value>(db: Db, task: () => Promise<Value>): Promise<Value> {
  const turn = current && performance.now() < current.joinableUntil ? current : beginTurn(db);
  current = turn;
  turn.tasks++;
  try {
    await turn.began;
    return await task();
  } finally {
    turn.tasks--;
    if (turn.tasks === 0) {
      turn.joinableUntil = 0;
      turn.end();
    }
  }
}

/** Processes that share one settler key must not race for nonces, so one settles at a time. An embedded database has a single process and needs no lock. */
export const settleInTurn = (db: Db): InTurn => (isEmbedded(db) ? (task) => task() : (task) => inTurn(db, task));
