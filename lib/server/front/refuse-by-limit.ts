import type { IncomingMessage, ServerResponse } from "node:http";
import type { Allowance } from "@/lib/http/limiter";
import { rateRefusal } from "@/lib/http/rate-refusal";
import { sendRefused } from "./send-refused";
import type { Tallier } from "./tallier";

/** Answers 429 as the handler would, without a word to the main thread: refusing has to be cheaper than answering. */
export function refuseByLimit(request: IncomingMessage, response: ServerResponse, allowance: Allowance, tallier: Tallier): void {
  sendRefused(request, response, rateRefusal(allowance));
  tallier.count(request, 429);
}
