import type { Db } from "@/db/client";
import type { AnswerPlace } from "@/db/queries/money/call/claims";
import type { CutSettling, Sending } from "@/db/queries/money/call/x402";
import { parsePayment, type Payment } from "@/lib/money/chain/parse-payment";
import type { X402 } from "@/lib/money/chain/x402";
import { ApiError } from "@/lib/errors";
import type { CallTerms } from "../paid-call";
import { leaseEnd, payerPlace } from "../payer-key";
import { x402TermsOf, type Resource } from "../payment-required";
import type { Rails } from "../rails";
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

/** Where payments are settled, in this process. */
export interface X402Place {
  db: Db;
  rails: Rails;
  x402: X402;
}

interface Shown {
  header: string;
  terms: CallTerms;
  resource: Resource;
}

export function openSession({ db, rails, x402 }: X402Place, { header, terms, resource }: Shown): X402Session {
  const payment = readPaymentHeader(header);
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
    payersPlace: payerPlace(payer, terms),
    row,
  };
}

/** What a session is opened from again when its caller is gone. The Idempotency-Key itself is not kept, only its place. */
interface Kept {
  header: string;
  method: string;
  endpoint: string;
  credits: number;
  resource: Resource;
  payersPlace: AnswerPlace | null;
}

export const sendingOf = ({ header, terms: { method, endpoint, credits }, resource, payersPlace }: X402Session): Sending =>
  ({ header, method, endpoint, credits, resource, payersPlace }) satisfies Kept;

export function reopenSession(place: X402Place, { sending, requestHash }: CutSettling, now: Date): X402Session {
  const { header, method, endpoint, credits, resource, payersPlace } = sending as unknown as Kept;
  const terms: CallTerms = { method, endpoint, credits, requestHash, idempotencyKey: null, hasRepeatBreaker: false, now };
  return { ...openSession(place, { header, terms, resource }), payersPlace };
}
