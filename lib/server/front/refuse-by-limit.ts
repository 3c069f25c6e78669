import type { IncomingMessage, ServerResponse } from "node:http";
import { type Allowance, type LimitName, rateRefusal } from "@/lib/http/limits/limits";
import { sendRefused } from "./send-refused";
import type { Tallier } from "./tallier";

export type RefuseByLimit = (request: IncomingMessage, response: ServerResponse, name: LimitName, allowance: Allowance) => void;

/** Answers 429 as the handler would, without a word to the main thread: refusing has to be cheaper than answering. */
export const refusingByLimit =
  (tallier: Tallier): RefuseByLimit =>
  (request, response, name, allowance) => {
    sendRefused(request, response, rateRefusal(name, allowance));
    tallier.count(request, 429);
  };
