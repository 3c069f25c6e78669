import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describeError, log } from "@/lib/config/log";
import { watchQueue } from "@/lib/config/metrics";
import { ApiError } from "@/lib/errors";
import { pathOf } from "@/lib/http/target";
import type { Allowance } from "@/lib/http/limits/limits";
import { hasCredential } from "@/lib/money/call/credential";
import { noteAnswerer } from "../requests/observed";
import { isForPrograms, send, type RefusePaid } from "../listener";
import { countedAddress, limitOfDocument, type CountingInFront } from "./count-in-front";
import { mayHaveBody, readBody } from "./read-body";
import { sendRefused } from "./send-refused";
import { createCallQueue } from "./call-queue";
import type { Refusal } from "../api/refuse-early";
import type { MainMethods, Served } from "./protocol";

export interface MainThread {
  /** Whether a request is for the API or a document. */
  isAsked(request: IncomingMessage): boolean;
  /** Has the main thread answer. */
  ask: RequestListener;
  refuse: RefusePaid;
}

/** An error as it can be sent between threads. */
const sentRefusal = ({ code, message, details, headers }: ApiError): Refusal => ({ code, message, details, headers });

const TOO_LONG = sentRefusal(new ApiError("payload_too_large"));

/**
 * Counts a call that brings no credential against a limit of its address. Null for others, which the main thread counts
 * because it knows the tokens, and while the limiter's store is down.
 */
async function count(request: IncomingMessage, { limiters, limitOf }: CountingInFront): Promise<Allowance | null> {
  if (request.method === "OPTIONS" || hasCredential(request.headers)) return null;
  return limiters[limitOf(request)].take(countedAddress(request)).catch(() => null);
}

/** Requests of the API reach the main thread as messages, whole: a second HTTP request takes several times as long. */
export function createMainThread(answer: MainMethods["answer"], { documents, longestBody }: Served, counting: CountingInFront): MainThread {
  const queue = createCallQueue();
  const documentLimit = limitOfDocument(documents);
  watchQueue("calls waiting", () => queue.lengths().waiting);
  watchQueue("calls under way", () => queue.lengths().running);

  async function ask(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): Promise<void> {
    const allowance = await count(request, counting);
    if (allowance && !allowance.isAllowed) return counting.refuseByLimit(request, response, counting.limitOf(request), allowance);
    const { method = "GET", url = "/", headers } = request;
    noteAnswerer(response, "main");
    const isRead = mayHaveBody(request) && !refusal;
    const body = isRead ? await readBody(request, longestBody) : null;
    const isTooLong = isRead && body === null;
    if (isTooLong) response.shouldKeepAlive = false;
    const sent = { method, url, headers, body, allowance };
    const work = () => answer(sent, isTooLong ? TOO_LONG : refusal);
    // A supervisor that waited behind a flood of calls would take a busy service for a dead one.
    const answered = await (counting.limitOf(request) === "probes" ? work() : queue.run(hasCredential(headers), work));
    if (!response.destroyed) send(response, answered);
  }

  function askOrBreakOff(request: IncomingMessage, response: ServerResponse, refusal: Refusal | null): void {
    ask(request, response, refusal).catch((error: unknown) => {
      if (error instanceof ApiError) return sendRefused(request, response, error);
      // A client that leaves while it sends its body is no fault of anybody's.
      if (!request.destroyed || request.complete) log.error("the main thread did not answer", { error: describeError(error) });
      response.destroy();
    });
  }

  return {
    isAsked({ url = "/" }) {
      const path = pathOf(url);
      return isForPrograms(path) || documentLimit(path) !== undefined;
    },
    ask: (request, response) => askOrBreakOff(request, response, null),
    refuse: (request, response, refusal) => askOrBreakOff(request, response, sentRefusal(refusal)),
  };
}
