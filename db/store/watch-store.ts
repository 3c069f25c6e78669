import type { Pool } from "pg";
import { log } from "@/lib/config/log";
import { codeOf, isUnusable } from "../client";
import { guardPool } from "./guard-pool";
import { dropRefusedLimits } from "./session-limits";
import { StoreAwayError, storeState } from "./store-state";
import { watchTraffic, type StoreTraffic } from "./store-traffic";

const TICK_MS = 250;
/** A statement may take this long before the store is asked whether it is there at all. */
const QUIET_MS = 1000;
/** Delay of this process, half of the ping's limit, from which a failed ping says nothing of the store. */
const MOST_DELAY_MS = 1000;
const BEAT_MS = 100;
/** How often a store that is away is asked again. */
const RETRY_MS = 500;

export interface StoreWatch {
  /** From now on a silent store is declared away. Before that, at a start, statements may wait long for another process's lock. */
  arm(): void;
  /** Asks by a connection of its own; rejects while the store does not answer. */
  ping: Ping;
  close(): void;
}

type Ping = () => Promise<unknown>;

const TOO_MANY_CONNECTIONS = "53300";

/** The server is there when it wrote the error itself, such as that it has no connection left. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Error && /^[0-9A-Z]{5}$/.test(codeOf(error)) && (!isUnusable(error) || codeOf(error) === TOO_MANY_CONNECTIONS);

function goAway(traffic: StoreTraffic, error: unknown): void {
  storeState().awaySince = performance.now();
  log.warn("the database does not answer: paid calls get 503, free calls what is prepared", { reason: String(error) });
  traffic.giveUp(new StoreAwayError());
}

function comeBack(): void {
  const { awaySince } = storeState();
  if (awaySince === null) return;
  storeState().awaySince = null;
  log.warn("the database answers again", { awaySeconds: Math.round((performance.now() - awaySince) / 1000) });
}

/** Adds up how late a timer is until the returned function is called. That is how long this process was held up. */
function measureDelay(): () => number {
  let delay = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    delay += now - last - BEAT_MS;
    last = now;
  }, BEAT_MS);
  return () => {
    clearInterval(beat);
    return delay;
  };
}

/** Pings once, and opens or closes the breaker by the outcome. */
async function examine(traffic: StoreTraffic, ping: Ping): Promise<void> {
  const began = performance.now();
  const endDelay = measureDelay();
  try {
    await ping();
    comeBack();
    traffic.hear();
  } catch (error) {
    const isThere = isAnswer(error) || endDelay() > MOST_DELAY_MS || traffic.heardAt() > began;
    if (storeState().awaySince === null && !isThere) goAway(traffic, error);
  } finally {
    endDelay();
  }
}

/** Sends at most one ping at a time, none before the watch is armed. */
function askOnce(traffic: StoreTraffic, ping: Ping) {
  let asking: Promise<void> | null = null;
  let askedAt = 0;
  let isArmed = false;
  return {
    arm: (armed: boolean) => void (isArmed = armed),
    isAsking: () => asking !== null,
    sinceAsked: () => performance.now() - askedAt,
    ask(): void {
      if (asking || !isArmed) return;
      askedAt = performance.now();
      asking = examine(traffic, ping).finally(() => (asking = null));
    },
  };
}

/**
 * The breaker before a store. When a caller has waited for a second and no byte came from the store, `ping` asks whether it is
 * there; when that fails too, waiting callers and running statements are given up, and all later ones are refused at once
 * until the store answers a ping. One line is logged when it goes and one when it returns.
 */
export function watchStore(pool: Pool, ping: Ping): StoreWatch {
  const traffic = watchTraffic(pool);
  const { arm, ask, isAsking, sinceAsked } = askOnce(traffic, ping);
  const isAway = (): boolean => storeState().awaySince !== null;
  let timer: NodeJS.Timeout | null = null;

  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  function tick(): void {
    if (isAway()) return sinceAsked() >= RETRY_MS ? ask() : undefined;
    if (traffic.isNone()) return isAsking() ? undefined : stop();
    if (performance.now() - traffic.quietSince() > QUIET_MS) ask();
  }

  guardPool(pool, {
    refusal: () => (isAway() ? new StoreAwayError() : null),
    onWaiting(fail) {
      const end = traffic.begin(fail);
      timer ??= setInterval(tick, TICK_MS).unref();
      return (error) => {
        end();
        if (error && isUnusable(error)) ask();
      };
    },
    isWorthRepeating: (error) => dropRefusedLimits(pool, error),
  });

  return {
    arm: () => arm(true),
    ping,
    close() {
      arm(false);
      stop();
      comeBack();
    },
  };
}
