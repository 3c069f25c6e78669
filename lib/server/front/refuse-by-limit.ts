import type { IncomingMessage, ServerResponse } from "node:http";
import type { Allowance } from "@/lib/http/limiter";
import { rateRefusal } from "@/lib/http/rate-refusal";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { pathOf } from "@/lib/http/target";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { send } from "../listener";
import type { Tallier } from "./tallier";

/** Answers 429 as the handler would, without a word to the main thread: refusing has to be cheaper than answering. */
export function refuseByLimit(request: IncomingMessage, response: ServerResponse, allowance: Allowance, tallier: Tallier): void {
  const target = request.url ?? "/";
  send(response, errorAnswer(withZeroBilling(rateRefusal(allowance), target), newRequestId(), pathOf(target)));
  tallier.count(request, 429);
}
