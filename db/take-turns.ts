import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

const TURN_MS = 10;

/**
 * The embedded database answers within the caller's turn of the event loop, so a job of many statements would block
 * all requests. A statement waits for the next turn when the current one has taken long enough.
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
