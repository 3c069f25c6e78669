import type { ServerResponse } from "node:http";

/** Which part of the server answers: the front without a handler, a handler of the API on the main thread, or Next for pages. */
type Answerer = "front" | "main" | "pages";

/** In place of a status, where the client left before its answer was complete. */
export const ABORTED = "aborted";

/** A request that was answered. */
export interface Observed {
  route: string;
  method: string;
  /** Or `ABORTED`. */
  status: string;
  answeredBy: Answerer;
  seconds: number;
}

const answerers = new WeakMap<ServerResponse, Answerer>();

/** Notes that a request was handed on; what nobody notes was answered where it arrived. */
export const noteAnswerer = (response: ServerResponse, answerer: Answerer): void => void answerers.set(response, answerer);

export const answererOf = (response: ServerResponse): Answerer => answerers.get(response) ?? "front";
