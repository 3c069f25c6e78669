import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Answer } from "@/lib/http/answer";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { send, type RefusePaid } from "../listener";
import type { Refusal } from "../refuse-paid";
import { hasBody } from "./forward";
import type { FromFront } from "./protocol";

export interface Reads {
  /** Asks the main thread where it can be asked; everything else is forwarded. */
  ask: RequestListener;
  /** Has the main thread word what is refused here. */
  refuse: RefusePaid;
  /** Null: the main thread has no handler for it, or not yet. */
  answered(id: number, answer: Answer | null): void;
}

const isPaidRead = (request: IncomingMessage): boolean => request.method === "GET" && isPremiumPath(request.url ?? "") && !hasBody(request);

/** Paid reads go to the main thread as messages: a second request over HTTP takes several times as long. */
export function createReads(say: (message: FromFront) => void, forward: RequestListener): Reads {
  const waiting = new Map<number, { request: IncomingMessage; response: ServerResponse }>();
  let lastId = 0;

  function tell(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): void {
    const id = ++lastId;
    waiting.set(id, { request, response });
    say({ kind: "read", id, read: { url: request.url ?? "/", headers: request.headers }, refusal });
  }

  return {
    ask(request, response) {
      if (!isPaidRead(request)) return forward(request, response);
      tell(request, response, null);
    },
    refuse(request, response, { code, message, details, headers }) {
      tell(request, response, { code, message, details, headers });
    },
    answered(id, answer) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (!asked || asked.response.destroyed) return;
      if (answer) send(asked.response, answer);
      else forward(asked.request, asked.response);
    },
  };
}
