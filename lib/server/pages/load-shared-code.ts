import { get } from "node:http";

/** Delay after the start, since loading takes a second of a core: waiting callers come first. */
const DELAY_MS = 2000;

/**
 * Asks for the first page, with which Next loads what all pages share, so that no reader waits for it. Next itself would
 * load every page and every route of the API at its start: seconds, and 100 MB. A page that fails is logged where pages
 * are served.
 */
export function loadSharedCode(socketPath: string): void {
  const ask = () => get({ socketPath, path: "/", agent: false }, (answer) => answer.resume()).on("error", () => undefined);
  setTimeout(ask, DELAY_MS).unref();
}
