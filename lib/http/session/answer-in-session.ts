import type { z } from "zod";
import { ApiError, ERRORS, type ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "../endpoint";
import type { Visit } from "./visit";
import { callInSession } from "./call-in-session";

type Answered<Target extends AnyEndpoint> = z.output<Target["response"]> & {
  billing: { credits_charged: number; credits_remaining: number };
};

interface Refused {
  error: string;
  message: string;
  retry_after?: number;
}

const codeOf = (error: string): ErrorCode => (Object.hasOwn(ERRORS, error) ? (error as ErrorCode) : "internal_error");

function refusalOf({ error, message, ...details }: Refused): ApiError {
  const headers: Record<string, string> = details.retry_after === undefined ? {} : { "Retry-After": String(details.retry_after) };
  return new ApiError(codeOf(error), message, details, headers);
}

/** Calls an endpoint for a form and throws its refusal, where `callInSession` returns it. */
export async function answerInSession<Target extends AnyEndpoint>(
  visit: Visit,
  endpoint: Target,
  call: Parameters<typeof callInSession>[2],
): Promise<Answered<Target>> {
  const { status, body } = await callInSession(visit, endpoint, call);
  if (status >= 400) throw refusalOf(body as Refused);
  return body as Answered<Target>;
}
