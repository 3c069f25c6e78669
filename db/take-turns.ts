import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

const TURN_MS = 10;

/**
 * The embedded database answers within the caller's own turn of the event loop, so a job of many statements
 * would let no request in between. Now a statement waits for the next turn when this one has lasted long enough.
 */
export function takeTurns(client: PGlite): PGlite {
  const run = client.execProtocolRaw.bind(client);
  let turnedAt = performance.now();
  client.execProtocolRaw = async (message, options) => {
    if (performance.now() - turnedAt > TURN_MS) {
      await nextTurn();
      turnedAt = performance.now();
    }
    return run(message, options);
  };
  return client;
}
