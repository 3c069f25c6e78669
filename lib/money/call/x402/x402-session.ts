import type { Db } from "@/db/client";
import type { BoundAnswerKey } from "@/db/queries/money/call/claims";
import type { InterruptedSettlement, Sending } from "@/db/queries/money/call/x402";
import { parsePayment, PAYMENT_IDENTIFIER, type Payment } from "@/lib/money/chain/parse-payment";
import type { X402 } from "@/lib/money/chain/x402";
import { ApiError } from "@/lib/errors";
import type { CallTerms } from "../paid-call";
import { leaseEnd, payerAnswerKey } from "../token/payer-key";
import { x402TermsOf, type Resource } from "../payment-required";
import type { Rails } from "../../base/rails";
import type { X402Session } from "./x402-payment";

function readPaymentHeader(header: string): Payment {
  const parsed = parsePayment({ get: (name) => (name === "payment-signature" ? header : null) });
  if (parsed.kind === "payment") return parsed.payment;
  const fault = parsed.kind === "malformed" ? parsed.fault : "not_base64_json";
  const at = parsed.kind === "malformed" ? parsed.at : null;
  throw new ApiError("invalid_payment", `The payment header cannot be read: ${fault.replaceAll("_", " ")}${at ? ` at ${at}` : ""}.`, {
    reason: fault,
    ...(at ? { at } : {}),
  });
}

export interface X402Context {
  db: Db;
  rails: Rails;
  x402: X402;
}

interface PresentedPayment {
  header: string;
  terms: CallTerms;
  resource: Resource;
}

/** The payer's own id of a payment serves as its Idempotency-Key, which decides where both are given. */
const keyOf = ({ idempotencyKey }: CallTerms, { identifier }: Payment): string | null =>
  idempotencyKey ?? (identifier === null ? null : `${PAYMENT_IDENTIFIER}:${identifier}`);

/** Whether the key is the payer's own id of the payment. */
export const isOfIdentifier = ({ idempotencyKey }: CallTerms): boolean => idempotencyKey?.startsWith(`${PAYMENT_IDENTIFIER}:`) ?? false;

export function openSession({ db, rails, x402 }: X402Context, { header, terms: presented, resource }: PresentedPayment): X402Session {
  const payment = readPaymentHeader(header);
  const terms = { ...presented, idempotencyKey: keyOf(presented, payment) };
  const { payer, nonce } = payment;
  const row = { asset: x402.chain.usdc, payer, nonce, leaseUntil: leaseEnd(terms.now) };
  return {
    db,
    rails,
    x402,
    terms,
    resource,
    x402Terms: x402TermsOf(x402, terms, resource),
    payment,
    header,
    payerKey: payerAnswerKey(payer, terms),
    row,
  };
}

/** Stored as JSON in `x402_authorizations.sending`, to resume a settlement without its caller. Holds no Idempotency-Key, only its hash. */
interface StoredSending {
  header: string;
  method: string;
  endpoint: string;
  credits: number;
  resource: Resource;
  payersPlace: BoundAnswerKey | null;
}

export const sendingOf = ({ header, terms: { method, endpoint, credits }, resource, payerKey }: X402Session): Sending =>
  ({ header, method, endpoint, credits, resource, payersPlace: payerKey }) satisfies StoredSending;

export function reopenSession(context: X402Context, { sending, requestHash }: InterruptedSettlement, now: Date): X402Session {
  const { header, method, endpoint, credits, resource, payersPlace } = sending as unknown as StoredSending;
  const terms: CallTerms = { method, endpoint, credits, requestHash, idempotencyKey: null, hasRepeatBreaker: false, now };
  return { ...openSession(context, { header, terms, resource }), payerKey: payersPlace };
}
