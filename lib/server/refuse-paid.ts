import { ApiError } from "@/lib/errors";
import type { Answer } from "@/lib/http/answer";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { refuse } from "@/lib/http/refuse";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { send, type RefusePaid } from "./listener";
import { requestOf, type Read } from "./read-request";
import { pathOf } from "@/lib/http/target";

/** What of an error crosses between threads. */
export type Refusal = Pick<ApiError, "code" | "message" | "details" | "headers">;

/** The answer to a paid call that is refused before any endpoint sees it: with the balance, like all answers among them. */
export async function refusalAnswer(asked: Read, { code, message, details, headers }: Refusal): Promise<Answer> {
  const error = new ApiError(code, message, details, headers);
  const request = requestOf(asked);
  return request ? refuse(request, error) : errorAnswer(withZeroBilling(error, asked.url), newRequestId(), pathOf(asked.url));
}

/** Where the thread that listens is the one that asks the database. */
export const refusePaidHere: RefusePaid = (request, response, refusal) => {
  void refusalAnswer({ url: request.url ?? "/", headers: request.headers }, refusal).then((answer) => send(response, answer));
};
