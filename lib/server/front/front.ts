import type { RequestListener } from "node:http";
import { watchQueue } from "@/lib/config/metrics";
import { spentAddresses } from "@/lib/http/limits/spent-addresses";
import { OFFER_HEADER } from "@/lib/http/demo-offer";
import type { AddressReader } from "../client-address";
import type { DemoOffer } from "../demo/demo-offer";
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
  /** Absent where nobody may start the demo. */
  offer?: DemoOffer;
}

/**
 * What `npm start` answers on PORT. It sends prepared answers and refusals at once; handlers answer
 * calls of the API, and a thread renders pages.
 */
export function createFront({ served, addressOf, answerCall, versions, pagesAddress, offer }: FrontOptions): RequestListener {
  watchQueue("addresses whose limit is spent", spentAddresses);
  const limitOf = limitOfRequest(served);
  const forward = createForward(pagesAddress);
  const calls = createCalls(answerCall, served, limitOf);
  const called = refusingSpent(limitOf, answerFirst({ next: calls.answer, limitOf, versions }));
  const answerPage: RequestListener = (request, response) => {
    if (offer?.answer(request, response)) return;
    delete request.headers[OFFER_HEADER];
    if (offer?.isMadeTo(request)) request.headers[OFFER_HEADER] = "yes";
    forward(request, response);
  };
  const answer: RequestListener = (request, response) => (calls.isCall(request) ? called : answerPage)(request, response);
  const refusePaid: RefusePaid = (request, response, refusal) =>
    refusingSpent(limitOf, () => calls.refuse(request, response, refusal))(request, response);
  return createListener(addressOf, answer, refusePaid);
}
