import type { ApiError } from "@/lib/errors";
import type { SentResponse } from "@/lib/http/answer";
import { refuse } from "@/lib/http/call/refuse";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { pathOf } from "@/lib/http/target";
import { withUnreadBilling } from "@/lib/http/call/with-unread-billing";
import { send, type RefusePaid } from "../listener";
import { authorizationOf, toApiRequest, type ReceivedRequest } from "./api-request";

/**
 * Answers a call that is refused before it reaches an endpoint. A paid call gets the account's
 * balance, like every paid answer.
 */
export async function refusalAnswer(sent: ReceivedRequest, error: ApiError): Promise<SentResponse> {
  const request = toApiRequest(sent);
  if (request) return refuse(request, error);
  return errorAnswer(withUnreadBilling(error, sent.url, authorizationOf(sent)), newRequestId(), pathOf(sent.url));
}

/** For a server without a front, where the listening thread has the database itself. */
export const refusePaidHere: RefusePaid = ({ method = "GET", url = "/", headers }, response, refusal) => {
  void refusalAnswer({ method, url, headers, body: null }, refusal).then((answer) => send(response, answer));
};
