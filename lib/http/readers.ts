import type { Answer, ApiRequest } from "./answer";

export type Reader = (request: ApiRequest) => Promise<Answer>;

const READERS = Symbol.for("readers");
const shared = globalThis as { [READERS]?: Map<string, Reader> };

/** By path: handlers of routes that Next has loaded. Our node server calls them directly, without Next in between. */
export function readers(): Map<string, Reader> {
  shared[READERS] ??= new Map();
  return shared[READERS];
}
