import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describeError, log } from "@/lib/config/log";
import { watchQueue } from "@/lib/config/metrics";
import { ApiError } from "@/lib/errors";
import type { SentResponse } from "@/lib/http/answer";
import { pathOf } from "@/lib/http/target";
import { hasCredential } from "@/lib/money/call/credential";
import type { ReceivedRequest } from "../api/api-request";
import { noteAnswerer } from "../requests/observed";
import { isForPrograms, send, type RefusePaid } from "../listener";
import { limitOfDocument, type LimitOfRequest, type Served } from "./limit-of-request";
import { mayHaveBody, readBody } from "./read-body";
import { sendRefused } from "./send-refused";
import { createCallQueue } from "./call-queue";

/** Answers a request of the API; with a refusal, by that. */
export type AnswerCall = (request: ReceivedRequest, refusal: ApiError | null) => Promise<SentResponse>;

export interface Calls {
  /** Whether a request is for the API or a document. */
  isCall(request: IncomingMessage): boolean;
  answer: RequestListener;
  refuse: RefusePaid;
}

/** Calls of the API, a bounded number at a time. Their bodies are read before they take a place. */
export function createCalls(answerCall: AnswerCall, { documents, longestBody }: Served, limitOf: LimitOfRequest): Calls {
  const queue = createCallQueue();
  const documentLimit = limitOfDocument(documents);
  watchQueue("calls waiting", () => queue.lengths().waiting);
  watchQueue("calls under way", () => queue.lengths().running);

  async function answer(request: IncomingMessage, response: ServerResponse, refusal: ApiError | null): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    noteAnswerer(response, "main");
    const isRead = mayHaveBody(request) && !refusal;
    const body = isRead ? await readBody(request, longestBody) : null;
    const isTooLong = isRead && body === null;
    if (isTooLong) response.shouldKeepAlive = false;
    const work = () => answerCall({ method, url, headers, body }, isTooLong ? new ApiError("payload_too_large") : refusal);
    // A supervisor that waited behind a flood of calls would take a busy service for a dead one.
    const answered = await (limitOf(request) === "probes" ? work() : queue.run(hasCredential(headers), work));
    if (!response.destroyed) send(response, answered);
  }

  function answerOrBreakOff(request: IncomingMessage, response: ServerResponse, refusal: ApiError | null): void {
    answer(request, response, refusal).catch((error: unknown) => {
      if (error instanceof ApiError) return sendRefused(request, response, error);
      // A client that leaves while it sends its body is no fault of anybody's.
      if (!request.destroyed || request.complete) log.error("a call was not answered", { error: describeError(error) });
      response.destroy();
    });
  }

  return {
    isCall({ url = "/" }) {
      const path = pathOf(url);
      return isForPrograms(path) || documentLimit(path) !== undefined;
    },
    answer: (request, response) => answerOrBreakOff(request, response, null),
    refuse: answerOrBreakOff,
  };
}
