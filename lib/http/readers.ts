import type { Answer, ApiRequest } from "./answer";

/** Answers a GET of one path. */
export type Reader = (request: ApiRequest) => Promise<Answer>;

const READERS = Symbol.for("readers");
const shared = globalThis as { [READERS]?: Map<string, Reader> };

/** By path: handlers of the routes that Next has loaded, which our node server may call without it. Shared by the server and the Next bundle. */
export function readers(): Map<string, Reader> {
  shared[READERS] ??= new Map();
  return shared[READERS];
}
