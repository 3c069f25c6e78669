import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Claim, Hash, NamedTransfer, SigningRequest } from "@/lib/domain/money/purchase-flow/purchase-state";
import { answerOf, bodyOf, numberOf, post, read, refusedOf, textOf, type ServiceResponse } from "./ask-service";

/** Confirms for the account that is signed in, on the server: the page has no token. */
export type ConfirmInSession = (body: {
  tx_hash?: string;
  nonce?: string;
  signature?: string;
}) => Promise<{ status: number; body: unknown }>;

/** What an answer means for the purchase. `wait`: ask again after so many seconds. */
export type CreditStep =
  | { kind: "event"; event: Event; token: string | null }
  | { kind: "wait"; seconds: number; confirmations: number | null; required: number | null; answer: ServiceResponse };

const HASH = /^0x[0-9a-fA-F]{64}$/;
const hashOf = (text: string | null): Hash | null => (text !== null && HASH.test(text) ? (text as Hash) : null);

/** By the reason of an answer, or else by its error. */
const REASONS: Record<string, SigningRequest["why"]> = {
  amount_differs: "other-amount",
  mined_before_quote: "early",
  quote_already_credited: "paid-already",
  signature_mismatch: "other-signer",
  quote_expired: "late",
  sender_mismatch: "other-sender",
  tx_already_claimed: "memo-used",
  quote_not_found_or_expired: "no-memo",
  nonce_required: "no-memo",
};

function signingRequest({ body }: ServiceResponse): SigningRequest | null {
  const message = textOf(bodyOf(body, "sign"), "message");
  if (message === null) return null;
  const why = REASONS[textOf(body, "reason") ?? ""] ?? REASONS[textOf(body, "error") ?? ""] ?? "other-amount";
  return { message, why, hash: hashOf(textOf(body, "tx_hash")) };
}

function credited({ body }: ServiceResponse): CreditStep {
  const token = textOf(body, "token");
  const credit = {
    credits: numberOf(body, "credits") ?? 0,
    balance: numberOf(body, "balance"),
    units: BigInt(textOf(body, "tx_amount_base_units") ?? "0"),
    hash: hashOf(textOf(body, "tx_hash")),
    note: textOf(body, "note") ?? "",
  };
  return { kind: "event", event: { type: "credited", credit, hasToken: token !== null }, token };
}

/** Errors after which only asking again helps, because the payment itself is not in question. */
const isPassing = ({ status }: ServiceResponse): boolean => status === null || status === 429 || status >= 500;
const WAITS: ReadonlySet<string> = new Set(["tx_not_confirmed", "tx_in_flight", "idempotency_in_progress"]);
const DEFAULT_WAIT_SECONDS = 4;

function meaningOf(answer: ServiceResponse, claim: Claim): CreditStep {
  if (answer.status === 200) return credited(answer);
  if (textOf(answer.body, "reason") === "tx_failed_on_chain" && claim.quote !== null && claim.hash !== null) {
    return { kind: "event", event: { type: "reverted", hash: claim.hash }, token: null };
  }
  const refused = refusedOf(answer);
  const request = signingRequest(answer);
  if (request !== null) return { kind: "event", event: { type: "must-sign", request }, token: null };
  if (WAITS.has(refused.code) || isPassing(answer)) {
    const quote = bodyOf(answer.body, "quote");
    return {
      kind: "wait",
      seconds: Math.max(1, answer.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS),
      confirmations: numberOf(answer.body, "confirmations") ?? numberOf(quote, "confirmations"),
      required: numberOf(answer.body, "required_confirmations") ?? numberOf(quote, "required_confirmations"),
      answer,
    };
  }
  return {
    kind: "event",
    event: { type: "not-credited", refused: { ...refused, retryAfterSeconds: null }, contact: textOf(answer.body, "contact") },
    token: null,
  };
}

function confirmBody(claim: Claim, signature: string | null): { tx_hash?: string; nonce?: string; signature?: string } {
  const memo = claim.quote === null ? claim.memo : claim.quote.memo;
  return {
    ...(claim.hash === null ? {} : { tx_hash: claim.hash }),
    ...(memo === null ? {} : { nonce: memo }),
    ...(signature === null ? {} : { signature }),
  };
}

/** Without a memo only the paying wallet's signature proves a payment: this is the text to sign. */
async function claimText(claim: NamedTransfer, signal: AbortSignal): Promise<CreditStep> {
  const answer = await read(`/api/payment/claim-message?purpose=purchase&tx_hash=${claim.hash}`, signal);
  const message = textOf(answer.body, "message");
  if (message === null) return meaningOf(answer, claim);
  return { kind: "event", event: { type: "must-sign", request: { message, why: "no-memo", hash: claim.hash } }, token: null };
}

export async function askForCredit(
  claim: Claim,
  signature: string | null,
  { signal, inSession }: { signal: AbortSignal; inSession: ConfirmInSession | null },
): Promise<CreditStep> {
  if (claim.quote === null && claim.memo === null && signature === null) return claimText(claim, signal);
  const body = confirmBody(claim, signature);
  if (claim.goal === "token" || inSession === null) {
    return meaningOf(await post("/api/payment/confirm", body, { signal }), claim);
  }
  try {
    const answer = await inSession(body);
    return meaningOf(answerOf(answer.status, answer.body, null), claim);
  } catch {
    return meaningOf({ status: null, body: {}, retryAfterSeconds: null }, claim);
  }
}
