import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

const TURN_MS = 10;

/**
 * A statement waits for the next turn of the event loop when the current one has taken long enough.
 * The embedded database answers within the caller's turn, so a job of many statements would otherwise
 * block all requests.
 */
export function takeTurns(client: PGlite): PGlite {
  const run = client.execProtocolRaw.bind(client);
  let turnStartedAt = performance.now();
  client.execProtocolRaw = async (message, options) => {
    if (performance.now() - turnStartedAt > TURN_MS) {
      await nextTurn();
      turnStartedAt = performance.now();
    }
    return run(message, options);
  };
  return client;
}
