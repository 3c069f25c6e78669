import { randomBytes } from "node:crypto";
import type { FinishedAnswer } from "@/db/queries/money/call/stored-answers";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import { inTransaction, type Db } from "@/db/client";
import { activateWatch } from "@/db/queries/watches/watches";

export const newHoldId = (): string => `hold_${randomBytes(12).toString("base64url")}`;

/** What the call has drafted becomes real with its charge, or not at all. */
export function chargeDraft(db: Db, reference: string, charge: (tx: Db) => Promise<boolean>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await charge(tx))) return false;
    await activateWatch(tx, reference);
    return true;
  });
}

/** What a call is about to cost, and what identifies it. */
export interface CallTerms {
  method: string;
  /** The declared path, with names in braces where a caller puts text: it is stored, and shown to everybody. */
  endpoint: string;
  credits: number;
  /** Binds keys, hashes and authorisations to one request: method, path, query and body. */
  requestHash: string;
  idempotencyKey: string | null;
  hasRepeatBreaker: boolean;
  now: Date;
}

export interface Finished extends FinishedAnswer {
  receipt: ReceiptRow;
  /** Moment that the receipt states. */
  at: Date;
  /** True where the work left a draft under the call's reference, which the charge makes real. */
  hasDraft?: boolean;
}

/** `receipt` is null only where the clock was in doubt: a receipt states a time. */
type Waived = Omit<Finished, "receipt"> & { receipt: ReceiptRow | null };

/** Whose call it is, for work that leaves something behind. */
export interface CallPayer {
  /** Of this call alone. */
  reference: string;
  /** The account that pays; one is opened for a wallet that has none. */
  accountId(): Promise<number>;
}

/** A call whose price is set aside. It ends in exactly one of three ways; until then nothing was charged. */
export interface PaidCall extends CallPayer {
  /** Shown in receipts and in the public record. */
  payer: string;
  /** Spendable credits after the call, if it is charged and if it is not. */
  remaining: { charged: number; waived: number };
  /** Charges. Throws ApiError where that fails: the answer must not be sent then. Resolves with headers to add. */
  charge(finished: Finished): Promise<Record<string, string>>;
  /** Answered, not charged. A kept answer is what a repeat with the same key gets. Resolves with headers to add. */
  waive(finished: Waived, reason: NoChargeReason, isKept: boolean): Promise<Record<string, string>>;
  /** Not answered by us: as if it had not come. */
  abandon(): Promise<void>;
}

/** An answer given before, to the same request. */
export interface Replay {
  replay: FinishedAnswer;
}

export const isReplay = (opened: PaidCall | Replay): opened is Replay => "replay" in opened;

/** The member that every JSON answer under /api/premium has. */
export interface Billing {
  credits_charged: number;
  credits_remaining: number;
  no_charge_reason?: NoChargeReason;
}

/** Billing of what costs nothing. */
export const uncharged = (remaining: number, reason?: NoChargeReason): Billing => ({
  credits_charged: 0,
  credits_remaining: remaining,
  ...(reason ? { no_charge_reason: reason } : {}),
});
