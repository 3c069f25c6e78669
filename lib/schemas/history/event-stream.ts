import type { ChangesAnswer } from "./changes-answer";

/** Changes are listed once a minute; a client hears of them at most this much later. */
const RETRY_MS = 15_000;
const RETRY_FOR_MORE_MS = 1000;

/**
 * Writes changes as server-sent events that end where the list ends. No connection is held, so as many
 * clients may follow as may call, and a restart breaks off nothing. The last `id` moves a client on
 * past what its filters left out.
 */
export function eventStreamOf({ events, next, has_more: hasMore }: ChangesAnswer): string {
  const told = events.map((event) => `id: ${event.cursor}\ndata: ${JSON.stringify(event)}\n\n`);
  return [`retry: ${hasMore ? RETRY_FOR_MORE_MS : RETRY_MS}\n\n`, ...told, `id: ${next}\n\n`].join("");
}
