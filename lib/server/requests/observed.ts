import type { ServerResponse } from "node:http";

/** The part of the server that answers: the front, a handler on the main thread, or Next for pages. */
type Answerer = "front" | "main" | "pages";

/** In place of a status, where the client left before its answer was complete. */
export const ABORTED = "aborted";

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
