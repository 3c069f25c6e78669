import { ApiError } from "@/lib/errors";
import type { Answer } from "@/lib/http/answer";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { refuse } from "@/lib/http/refuse";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { send, type RefusePaid } from "./listener";
import { toApiRequest, type FrontRequest } from "./read-request";
import { pathOf } from "@/lib/http/target";

export type Refusal = Pick<ApiError, "code" | "message" | "details" | "headers">;

/** Answers a paid call that is refused before it reaches an endpoint, with the account's balance like every paid answer. */
export async function refusalAnswer(request: FrontRequest, { code, message, details, headers }: Refusal): Promise<Answer> {
  const error = new ApiError(code, message, details, headers);
  const apiRequest = toApiRequest(request);
  return apiRequest ? refuse(apiRequest, error) : errorAnswer(withZeroBilling(error, request.url), newRequestId(), pathOf(request.url));
}

/** For a server without a front, where the listening thread has the database itself. */
export const refusePaidHere: RefusePaid = (request, response, refusal) => {
  void refusalAnswer({ url: request.url ?? "/", headers: request.headers }, refusal).then((answer) => send(response, answer));
};
