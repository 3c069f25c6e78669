import { randomBytes } from "node:crypto";
import type { FinishedResponse } from "@/db/queries/money/call/stored-answers";
import type { AnsweredWaiver } from "@/db/queries/money/call/uncharged-hold";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import { inTransaction, type Db } from "@/db/client";

export const newHoldId = (): string => `hold_${randomBytes(12).toString("base64url")}`;

/** What an endpoint does in the transaction that charges its call. */
export type OnCharge = (tx: Db, reference: string) => Promise<void>;

/** Charges and runs `onCharge` in one transaction: both happen, or neither. */
export function chargeWith(
  db: Db,
  { reference, onCharge }: { reference: string; onCharge: OnCharge | undefined },
  charge: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  if (!onCharge) return charge(db);
  return inTransaction(db, async (tx) => {
    if (!(await charge(tx))) return false;
    await onCharge(tx, reference);
    return true;
  });
}

export interface CallTerms {
  method: string;
  /** The declared path with its parameters in braces. It is stored and public, so it must not hold a caller's values. */
  endpoint: string;
  credits: number;
  /** Hash of method, path, query and body. It binds keys, transaction hashes and authorizations to one request. */
  requestHash: string;
  idempotencyKey: string | null;
  hasRepeatBreaker: boolean;
  now: Date;
}

export interface FinishedCall extends FinishedResponse {
  receipt: ReceiptRow;
  at: Date;
  onCharge?: OnCharge | undefined;
}

/** `receipt` is null only while the clock is unsure, because a receipt states a time. */
type WaivedCall = Omit<FinishedCall, "receipt"> & { receipt: ReceiptRow | null };

export interface CallPayer {
  reference: string;
  accountId(): Promise<number>;
}

/** A call whose price is reserved. Exactly one of `charge`, `waive` and `abandon` ends it; nothing is charged before. */
export interface PaidCall extends CallPayer {
  /** Shortened token or wallet, as receipts and the public record show it. */
  payer: string;
  remaining: { charged: number; waived: number };
  /** What a payment without proof brought above the price. */
  surplus?: Surplus | null;
  /** Returns headers to add to the answer. Throws ApiError when charging fails; the answer must not be sent then. */
  charge(finished: FinishedCall): Promise<Record<string, string>>;
  /** Answers without a charge and returns headers to add. `isKept` stores the answer for repeats with the same key. */
  waive(finished: WaivedCall, reason: NoChargeReason, isKept: boolean): Promise<Record<string, string>>;
  abandon(): Promise<void>;
}

export interface Replay {
  replay: FinishedResponse;
}

export const isReplay = (opened: PaidCall | Replay): opened is Replay => "replay" in opened;

export interface Surplus {
  credits: number;
  wallet: string;
  how_to_collect: string;
}

export interface Billing {
  credits_charged: number;
  credits_remaining: number;
  surplus?: Surplus;
  no_charge_reason?: NoChargeReason;
}

export const waiverOf = (
  { endpoint, credits }: CallTerms,
  payer: string,
  reason: NoChargeReason,
  { status, headers }: Pick<FinishedResponse, "status" | "headers">,
): AnsweredWaiver => ({ reason, endpoint, credits, payer, status, requestId: headers["X-Request-Id"] ?? null });

/** A caller is told null for a balance that could not be read. */
export const uncharged = <Remaining extends number | null>(remaining: Remaining, reason?: NoChargeReason) => ({
  credits_charged: 0,
  credits_remaining: remaining,
  ...(reason ? { no_charge_reason: reason } : {}),
});
