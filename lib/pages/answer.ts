import { ApiError } from "@/lib/errors";
import { call } from "@/lib/http/session/call";
import type { AnyEndpoint } from "@/lib/http/endpoint";

/** What `call` gives: the answer's payload and how old its data is. */
export type AnswerOf<Target extends AnyEndpoint> = Awaited<ReturnType<typeof call<Target>>>;

export type Outcome<Target extends AnyEndpoint> =
  | { answer: AnswerOf<Target>; refusal: null }
  | { answer: null; refusal: { code: string; status: number; message: string; details: Record<string, unknown> } };

/**
 * Returns a refusal, for a page to show as an empty state. By it the endpoint has nothing for this
 * request. Every other failure is thrown on, to be shown as a failure.
 */
export async function answerOrRefusal<Target extends AnyEndpoint>(
  endpoint: Target,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<Outcome<Target>> {
  try {
    return { answer: await call(endpoint, query, params), refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429) throw error;
    const { code, status, message, details } = error;
    return { answer: null, refusal: { code, status, message, details } };
  }
}
