import { ChainUnavailable } from "@/lib/chain/chain-unavailable";
import { ApiError, type ErrorCode } from "@/lib/errors";

const CHAIN_RETRY_SECONDS = 5;

/** A refusal whose code stands in `reason`, too: clients look in either. */
export function refusal(code: ErrorCode, message: string | undefined, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(code, message, { reason: code, ...details });
}

/** The same request may succeed after so many seconds. */
export function retryable(code: ErrorCode, message: string | undefined, seconds: number, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(code, message, { reason: code, ...details, retryable: true, retry_after: seconds }, { "Retry-After": String(seconds) });
}

/** Runs what asks the chain: one that cannot be asked is a reason to come back, never a verdict on a payment. */
export async function onChain<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw retryable("rpc_unavailable", `The payment cannot be checked right now: ${error.message}. Nothing was changed; retry.`, CHAIN_RETRY_SECONDS);
  }
}
