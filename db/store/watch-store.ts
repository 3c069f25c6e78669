import type { Pool, PoolClient } from "pg";
import { log } from "@/lib/config/log";
import { codeOf, isUnusable } from "../client";
import { guardPool } from "./guard-pool";
import { dropRefusedLimits } from "./session-limits";
import { StoreAwayError, storeState } from "./store-state";

const TICK_MS = 250;
/** A statement may take this long before the store is asked whether it is there at all. */
const QUIET_MS = 1000;
/** A ping that takes much longer than its own limit of two seconds was held up in this process. */
const LONGEST_PING_MS = 3000;
/** How often a store that is away is asked again. */
const RETRY_MS = 500;

export interface StoreWatch {
  /** From now on a silent store is declared away. Before that, at a start, statements may wait long for another process's lock. */
  arm(): void;
  close(): void;
}

/** An error that the server itself wrote, such as that it has no connection left, shows that it is there. */
const isAnswer = (error: Error): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isUnusable(error);
const TOO_MANY_CONNECTIONS = "53300";

/**
 * The breaker before a store. When a caller has waited for a second and no byte came from the store, `ping` asks whether it is
 * there; when that fails too, waiting callers and running statements are given up, and all later ones are refused at once
 * until the store answers a ping. One line is logged when it goes and one when it returns.
 */
export function watchStore(pool: Pool, ping: () => Promise<unknown>): StoreWatch {
  const state = storeState();
  const waiting = new Map<(error: Error) => void, number>();
  const busy = new Map<PoolClient, number>();
  let heardAt = 0;
  let askedAt = 0;
  let isAsking = false;
  let isArmed = false;
  let timer: NodeJS.Timeout | null = null;

  const quietSince = (): number => Math.max(heardAt, Math.min(...waiting.values(), ...busy.values()));

  function goAway(error: unknown): void {
    state.awaySince = performance.now();
    log.warn("the database does not answer: paid calls get 503, free calls what is prepared", { reason: String(error) });
    for (const fail of [...waiting.keys()]) fail(new StoreAwayError());
    waiting.clear();
    for (const client of busy.keys()) client.connection.stream.destroy();
  }

  function comeBack(): void {
    if (state.awaySince === null) return;
    const awaySeconds = Math.round((performance.now() - state.awaySince) / 1000);
    state.awaySince = null;
    log.warn("the database answers again", { awaySeconds });
  }

  async function ask(): Promise<void> {
    if (isAsking || !isArmed) return;
    isAsking = true;
    const began = (askedAt = performance.now());
    try {
      await ping();
      comeBack();
      heardAt = performance.now();
    } catch (error) {
      const isThere = error instanceof Error && (isAnswer(error) || codeOf(error) === TOO_MANY_CONNECTIONS);
      const isOurDelay = performance.now() - began > LONGEST_PING_MS;
      if (state.awaySince === null && !isThere && !isOurDelay && heardAt <= began) goAway(error);
    } finally {
      isAsking = false;
    }
  }

  function tick(): void {
    const now = performance.now();
    const isAway = state.awaySince !== null;
    if (isAway ? now - askedAt >= RETRY_MS : waiting.size + busy.size > 0 && now - quietSince() > QUIET_MS) void ask();
    if (!isAway && !isAsking && waiting.size + busy.size === 0) stop();
  }

  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  const start = (): void => void (timer ??= setInterval(tick, TICK_MS).unref());

  pool.on("connect", (client) => client.connection.stream.on("data", () => (heardAt = performance.now())));
  pool.on("acquire", (client) => busy.set(client, performance.now()));
  pool.on("release", (_error, client) => busy.delete(client));
  pool.on("remove", (client) => busy.delete(client));
  guardPool(pool, {
    refusal: () => (state.awaySince === null ? null : new StoreAwayError()),
    onWaiting(fail) {
      waiting.set(fail, performance.now());
      start();
      return (error) => {
        waiting.delete(fail);
        if (error && isUnusable(error)) void ask();
      };
    },
    isWorthRepeating: (error) => dropRefusedLimits(pool, error),
  });

  return {
    arm: () => void (isArmed = true),
    close() {
      isArmed = false;
      stop();
      state.awaySince = null;
    },
  };
}
