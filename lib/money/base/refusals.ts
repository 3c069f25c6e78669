import { ChainUnavailable } from "../chain/chain-unavailable";
import { ApiError, type ErrorCode } from "@/lib/errors";

const CHAIN_RETRY_SECONDS = 5;

/** Repeats the code as `reason`, because clients read either field. */
export function refusal(code: ErrorCode, message: string | undefined, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(code, message, { reason: code, ...details });
}

export function retryable(code: ErrorCode, message: string | undefined, seconds: number, details: Record<string, unknown> = {}): ApiError {
  return new ApiError(
    code,
    message,
    { reason: code, ...details, retryable: true, retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}

const isLostRace = ({ code, status }: ApiError): boolean => status === 402 || code === "payment_in_flight" || code === "tx_in_flight";

/** Looks up an earlier answer before failing. A request that cannot pay may repeat one that has paid. */
export async function orEarlierCall<Call>(error: unknown, findEarlier: () => Promise<Call | null>): Promise<Call> {
  const earlier = error instanceof ApiError && isLostRace(error) ? await findEarlier() : null;
  if (earlier === null) throw error;
  return earlier;
}

/** Turns ChainUnavailable into a retryable 503: an unreachable chain is never a verdict on a payment. */
export async function onChain<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw retryable(
      "rpc_unavailable",
      `The payment cannot be checked right now: ${error.message}. Nothing was changed; retry.`,
      CHAIN_RETRY_SECONDS,
    );
  }
}
