import type { Pool, PoolClient } from "pg";

type Done = (release?: unknown) => void;
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/** Gives or refuses connections, and hears how each was answered. */
export interface Gate {
  /** Why nobody may have a connection now; null when everybody may. */
  refusal(): Error | null;
  /** A caller begins to wait for a connection; `fail` ends its waiting. Returns what to call with the outcome. */
  onWaiting(fail: (error: Error) => void): (error: Error | undefined, client: PoolClient | undefined) => void;
  /** True when the attempt should be made again, because its settings were the fault. */
  isWorthRepeating(error: Error): boolean;
}

const nothing: Done = () => undefined;

/** Puts a gate before every connection of a pool. It stands before every statement too, since `query` connects. */
export function guardPool(pool: Pool, gate: Gate): void {
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;

  function attempt(callback: Callback): void {
    connect((error, client, done) => (error && gate.isWorthRepeating(error) ? connect(callback) : callback(error, client, done)));
  }

  function checkOut(callback: Callback): void {
    const refusal = gate.refusal();
    if (refusal) return void process.nextTick(callback, refusal, undefined, nothing);
    let isOver = false;
    const onOutcome = gate.onWaiting((error) => {
      isOver = true;
      callback(error, undefined, nothing);
    });
    attempt((error, client, done) => {
      // Nobody waits any more for a connection that comes after all.
      if (isOver) return void (client && done());
      onOutcome(error, client);
      callback(error, client, done);
    });
  }

  const checkOutSoon = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => checkOut((error, client) => (client ? resolve(client) : reject(error ?? new Error("no connection")))));

  pool.connect = ((callback?: Callback) => (callback ? checkOut(callback) : checkOutSoon())) as Pool["connect"];
}
