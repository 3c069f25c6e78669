import type { Db } from "@/db/client";
import { captureHold, findHoldStatus } from "@/db/queries/money/call/holds";
import { recordNoCharge } from "@/db/queries/money/call/no-charge";
import { releaseHold, type OpenBreakers } from "@/db/queries/money/call/release-hold";
import { reserveCall, type Reservation, type ReserveCall } from "@/db/queries/money/call/reserve-call";
import { isStoreAway } from "@/db/store/store-state";
import { freeOwnKey, findStoredAnswer, type KeyedRequest } from "@/db/queries/money/call/stored-answers";
import { REPEATS } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";
import { tokenMark } from "../../base/access-token";
import { chargeWith, uncharged, waiverOf, type CallTerms, type PaidCall, type Replay, newHoldId } from "../paid-call";
import { crashPoint } from "../../base/crash-point";
import { noteUncharged, tokenCaller } from "../uncharged-callers";
import { undoLater } from "./undo-later";
import { invalidToken, recallToken, refuseSuspended } from "../../base/token-holder";

/** Whether a failed charge was committed after all: the connection can die after the commit. Otherwise throws `failure`. */
async function resolveCapture(db: Db, call: { holdId: string; key: string | null }, failure: unknown): Promise<boolean> {
  try {
    if ((await findHoldStatus(db, call.holdId)) === "captured") return true;
  } catch {
    undoLater(db, call);
  }
  throw failure;
}

/** Longer than any call may take, so a hold that is still open then belongs to a call that died. */
export const HOLD_SECONDS = 60;

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const nothingCharged = (credits: number) => ({ billing: uncharged(credits) });

const TRIP_KINDS = {
  identical_request_loop: "identical_request",
  no_charge_abuse: "no_charge_abuse",
  too_many_uncharged: "uncharged_answers",
} as const;

export function breakerOpen(code: keyof typeof TRIP_KINDS, until: Date, spendable: number, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const details = {
    trip_kind: TRIP_KINDS[code],
    cooldown_seconds: seconds,
    retry_after: seconds,
    retry_after_unix_ms: until.getTime(),
    balance: spendable,
    billing: uncharged(spendable, "circuit_breaker"),
  };
  return new ApiError(code, undefined, details, { "Retry-After": String(seconds) });
}

function refuseInsufficient(balance: number, required: number): never {
  throw new ApiError(
    "insufficient_credits",
    `This call costs ${required} ${required === 1 ? "credit" : "credits"}; the account has ${balance}.`,
    {
      balance,
      required,
      top_up_at: "/api/payment/buy-credits",
      ...nothingCharged(balance),
    },
  );
}

/** The stored answer of the same request; null without one. Throws while that request runs, or for another request's key. */
export async function repeatAnswer(
  db: Db,
  scope: string,
  { key, requestHash }: KeyedRequest,
  now: Date,
  spendable: number,
): Promise<Replay | null> {
  const stored = await findStoredAnswer(db, scope, key);
  if (!stored) return null;
  if (stored.requestHash !== requestHash) throw new ApiError("idempotency_mismatch", undefined, nothingCharged(spendable));
  if (stored.answer) return { replay: stored.answer };
  const seconds = Math.max(1, Math.ceil((stored.leaseUntil.getTime() - now.getTime()) / 1000));
  throw new ApiError(
    "idempotency_in_progress",
    undefined,
    { retry_after: Math.min(seconds, 2), ...nothingCharged(spendable) },
    { "Retry-After": String(Math.min(seconds, 2)) },
  );
}

function refuseWhenBreakerOpen({ abuseTrippedUntil, unchargedTrippedUntil }: OpenBreakers, spendable: number, now: Date): void {
  if (abuseTrippedUntil) throw breakerOpen("no_charge_abuse", abuseTrippedUntil, spendable, now);
  if (unchargedTrippedUntil) throw breakerOpen("too_many_uncharged", unchargedTrippedUntil, spendable, now);
}

function heldCall(db: Db, holdId: string, { accountId, spendable, head, tail }: Reservation, terms: CallTerms): PaidCall {
  const stored = terms.idempotencyKey === null ? null : { scope: `account:${accountId}`, key: terms.idempotencyKey };
  const payer = tokenMark({ head, tail });
  const undone = { holdId, key: terms.idempotencyKey };
  return {
    payer,
    reference: holdId,
    accountId: async () => accountId,
    remaining: { charged: spendable, waived: spendable + terms.credits },
    async charge({ receipt, at, onCharge, ...answer }) {
      await crashPoint("call:computed");
      const call = { holdId, receipt, stored, answer, now: at };
      const isCaptured = await chargeWith(db, { reference: holdId, onCharge }, (tx) => captureHold(tx, call)).catch((error: unknown) =>
        resolveCapture(db, undone, error),
      );
      if (!isCaptured) throw new ApiError("hold_lost");
      await crashPoint("call:captured");
      return {};
    },
    async waive({ receipt, at, onCharge: _, ...answer }, reason, isKept) {
      const waiver = { ...waiverOf(terms, payer, reason, answer), isFault: reason === "caller_fault" };
      const released = await releaseHold(db, { holdId, receipt, stored, answer: isKept ? answer : null, waiver, now: at });
      // Without the hold the receipt was not logged, and an unlogged receipt must not be sent.
      if (!released) throw new ApiError("hold_lost");
      // Concurrent calls can exceed a breaker's limit together. The call that opens it is not answered.
      refuseWhenBreakerOpen(released, spendable + terms.credits, at);
      return {};
    },
    async abandon() {
      const release = releaseHold(db, { holdId, receipt: null, stored, answer: null, waiver: null, now: new Date() });
      await release.catch((error: unknown) => {
        undoLater(db, undone);
        throw error;
      });
    },
  };
}

/** Only the call that opens a breaker goes into the public record; later refused calls do not. */
async function refuseWhenTripped(db: Db, reservation: Reservation, { now, endpoint, credits }: CallTerms): Promise<void> {
  const { repeatsTrippedUntil, spendable } = reservation;
  refuseWhenBreakerOpen(reservation, spendable, now);
  if (repeatsTrippedUntil) {
    const isOpening = repeatsTrippedUntil.getTime() === later(now, REPEATS.cooldownSeconds).getTime();
    if (isOpening) {
      await recordNoCharge(db, { reason: "circuit_breaker", endpoint, credits, payer: tokenMark(reservation), receiptId: null, at: now });
    }
    throw breakerOpen("identical_request_loop", repeatsTrippedUntil, spendable, now);
  }
}

/** A statement that was given up may still be carried out. It would hold credits for a caller who was told otherwise. */
async function reserveOrUndo(db: Db, call: ReserveCall): Promise<Reservation | null> {
  const wasAway = isStoreAway();
  try {
    return await reserveCall(db, call);
  } catch (error) {
    if (!wasAway) undoLater(db, { holdId: call.holdId, key: call.idempotency?.key ?? null });
    throw error;
  }
}

/** Authenticates, checks the breakers and holds the price in one statement. Throws 401, 402, 409, 422 or 429. */
export async function openBearerCall(db: Db, tokenHash: string, terms: CallTerms): Promise<PaidCall | Replay> {
  const { now, credits, requestHash, idempotencyKey } = terms;
  const holdId = newHoldId();
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestHash, leaseUntil: later(now, HOLD_SECONDS) };
  const repeatKey = terms.hasRepeatBreaker ? `repeat:${tokenHash.slice(0, 32)}:${requestHash}` : null;
  const reservation = await recallToken(db, tokenHash, () =>
    reserveOrUndo(db, { ...terms, tokenHash, holdId, expiresAt: later(now, HOLD_SECONDS), repeatKey, idempotency }),
  );
  if (!reservation) throw invalidToken();
  refuseSuspended(reservation, now);
  if (reservation.isHeld) {
    await crashPoint("call:held");
    return heldCall(db, holdId, reservation, terms);
  }
  await refuseWhenTripped(db, reservation, terms);
  // The key was taken but another call used up the credits, so nothing runs under the key.
  if (idempotency && reservation.isKeyFree) await freeOwnKey(db, `account:${reservation.accountId}`, idempotency);
  const repeated = idempotency && (await repeatAnswer(db, `account:${reservation.accountId}`, idempotency, now, reservation.spendable));
  if (repeated) return repeated;
  noteUncharged(tokenCaller(tokenHash));
  return refuseInsufficient(reservation.spendable, credits);
}
