import type { RequestListener } from "node:http";
import { watchQueue } from "@/lib/config/metrics";
import { spentAddresses } from "@/lib/http/limits/spent-addresses";
import type { AddressReader } from "../client-address";
import { createListener, type RefusePaid } from "../listener";
import { createCalls, type AnswerCall } from "./answer-calls";
import { answerFirst, type Versions } from "./answer-first";
import { createForward } from "./forward";
import { limitOfRequest, type Served } from "./limit-of-request";
import { refusingSpent } from "./refuse-by-limit";

export interface FrontOptions {
  served: Served;
  addressOf: AddressReader;
  answerCall: AnswerCall;
  versions: Versions;
  /** Address of the private socket on which pages are rendered. */
  pagesAddress: string;
}

/**
 * What `npm start` answers on PORT. It sends prepared answers and refusals at once; handlers answer
 * calls of the API, and a thread renders pages.
 */
export function createFront({ served, addressOf, answerCall, versions, pagesAddress }: FrontOptions): RequestListener {
  watchQueue("addresses whose limit is spent", spentAddresses);
  const limitOf = limitOfRequest(served);
  const forward = createForward(pagesAddress);
  const calls = createCalls(answerCall, served, limitOf);
  const called = refusingSpent(limitOf, answerFirst({ next: calls.answer, limitOf, versions }));
  const answer: RequestListener = (request, response) => (calls.isCall(request) ? called : forward)(request, response);
  const refusePaid: RefusePaid = (request, response, refusal) =>
    refusingSpent(limitOf, () => calls.refuse(request, response, refusal))(request, response);
  return createListener(addressOf, answer, refusePaid);
}
