import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Answer } from "@/lib/http/answer";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { send, type RefusePaid } from "../listener";
import type { Refusal } from "../refuse-paid";
import { hasBody } from "./forward";
import type { FromFront } from "./protocol";

export interface Reads {
  /** Sends a paid read to the main thread; forwards everything else. */
  handle: RequestListener;
  refuse: RefusePaid;
  /** Null: the main thread has no handler for it, or not yet. */
  answered(id: number, answer: Answer | null): void;
}

const isPaidRead = (request: IncomingMessage): boolean => request.method === "GET" && isPremiumPath(request.url ?? "") && !hasBody(request);

/** Paid reads reach the main thread as messages: a second HTTP request takes several times as long. */
export function createReads(post: (message: FromFront) => void, forward: RequestListener): Reads {
  const waiting = new Map<number, { request: IncomingMessage; response: ServerResponse }>();
  let lastId = 0;

  function askMainThread(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): void {
    const id = ++lastId;
    waiting.set(id, { request, response });
    post({ kind: "read", id, request: { url: request.url ?? "/", headers: request.headers }, refusal });
  }

  return {
    handle(request, response) {
      if (!isPaidRead(request)) return forward(request, response);
      askMainThread(request, response, null);
    },
    refuse(request, response, { code, message, details, headers }) {
      askMainThread(request, response, { code, message, details, headers });
    },
    answered(id, answer) {
      const call = waiting.get(id);
      waiting.delete(id);
      if (!call || call.response.destroyed) return;
      if (answer) send(call.response, answer);
      else forward(call.request, call.response);
    },
  };
}
