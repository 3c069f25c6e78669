import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { describeError, log } from "@/lib/config/log";
import { send, type RefusePaid } from "../listener";
import type { Refusal } from "../refuse-paid";
import { hasBody } from "./forward";
import type { MainMethods } from "./protocol";

export interface Reads {
  /** Sends a paid read to the main thread; forwards everything else. */
  handle: RequestListener;
  refuse: RefusePaid;
}

const isPaidRead = (request: IncomingMessage): boolean => request.method === "GET" && isPremiumPath(request.url ?? "") && !hasBody(request);

/** Paid reads reach the main thread as messages: a second HTTP request takes several times as long. */
export function createReads(read: MainMethods["read"], forward: RequestListener): Reads {
  async function askMainThread(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): Promise<void> {
    const answer = await read({ url: request.url ?? "/", headers: request.headers }, refusal);
    if (response.destroyed) return;
    if (answer) send(response, answer);
    else forward(request, response);
  }

  function readOrBreakOff(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): void {
    askMainThread(request, response, refusal).catch((error: unknown) => {
      log.error("the main thread did not answer a paid read", { error: describeError(error) });
      response.destroy();
    });
  }

  return {
    handle: (request, response) => (isPaidRead(request) ? readOrBreakOff(request, response, null) : forward(request, response)),
    refuse: (request, response, { code, message, details, headers }) =>
      readOrBreakOff(request, response, { code, message, details, headers }),
  };
}
