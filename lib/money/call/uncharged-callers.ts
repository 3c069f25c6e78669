import { LRUCache } from "lru-cache";
import { processState } from "@/lib/config/process-state.mjs";
import { UNCHARGED } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";
import { parsePayment } from "../chain/parse-payment";
import type { Credential } from "./credential";

const MAX_CALLERS = 10_000;

/** Uncharged answers of a caller to this process, in windows that begin with the first. */
const answers = processState(
  "uncharged",
  () => new LRUCache<string, number>({ max: MAX_CALLERS, ttl: UNCHARGED.windowSeconds * 1000, noUpdateTTL: true }),
);

export const tokenCaller = (tokenHash: string): string => `token:${tokenHash}`;
/** Needs a payer whose signature was checked: anybody can write another's address into a payment. */
export const payerCaller = (wallet: string): string => `payer:${wallet}`;

export const noteUncharged = (caller: string): void => void answers.set(caller, (answers.get(caller) ?? 0) + 1);

function callerOf(credential: Credential): string | null {
  if (credential.kind === "bearer") return tokenCaller(credential.tokenHash);
  if (credential.kind !== "x402") return null;
  const parsed = parsePayment({ get: (name) => (name === "payment-signature" ? credential.payment : null) });
  return parsed.kind === "payment" ? payerCaller(parsed.payment.payer) : null;
}

/** Refuses a token without credits, and a payer whose calls are not charged. It asks neither database nor chain. */
export function refuseUncharged(credential: Credential): void {
  const caller = answers.size === 0 ? null : callerOf(credential);
  if (caller === null || (answers.get(caller) ?? 0) < UNCHARGED.calls) return;
  const seconds = Math.max(1, Math.ceil(answers.getRemainingTTL(caller) / 1000));
  throw new ApiError(
    "too_many_uncharged",
    undefined,
    { trip_kind: "uncharged_answers", cooldown_seconds: seconds, retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}
