import { ChainUnavailable } from "../chain/chain-unavailable";
import { ApiError, type ErrorCode } from "@/lib/errors";

const CHAIN_RETRY_SECONDS = 5;

/** A refusal whose code stands in `reason`, too: clients look in either. */
export function refusal(code: ErrorCode, message: string | undefined, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(code, message, { reason: code, ...details });
}

/** The same request may succeed after so many seconds. */
export function retryable(code: ErrorCode, message: string | undefined, seconds: number, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(
    code,
    message,
    { reason: code, ...details, retryable: true, retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}

/** Whether an error may only mean that another request is using this payment, or has just used it. */
const isLostRace = ({ code, status }: ApiError): boolean => status === 402 || code === "payment_in_flight" || code === "tx_in_flight";

/** A request that cannot pay may be a duplicate of one that just paid: that one's answer is looked up before a 402 is sent. */
export async function orEarlierCall<Call>(error: unknown, findEarlier: () => Promise<Call | null>): Promise<Call> {
  const earlier = error instanceof ApiError && isLostRace(error) ? await findEarlier() : null;
  if (earlier === null) throw error;
  return earlier;
}

/** Runs what asks the chain: one that cannot be asked is a reason to come back, never a verdict on a payment. */
export async function onChain<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw retryable(
      "rpc_unavailable",
      `The payment cannot be checked right now: ${error.message}. Nothing was changed; retry.`,
      CHAIN_RETRY_SECONDS,
    );
  }
}
