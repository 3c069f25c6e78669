import type { Db } from "@/db/client";
import type { BoundAnswerKey } from "@/db/queries/money/call/claims";
import { freeAnswerKey, takeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { HOLD_SECONDS, repeatAnswer } from "./bearer-call";
import type { CallTerms, Replay } from "../paid-call";
import { hashSecret } from "@/lib/config/sealed-text";

/** A payer without a token, as receipts and the public record show it: `0x3c44cddd...0a9293bc`. */
export const walletMark = (wallet: string): string => `${wallet.slice(0, 10)}...${wallet.slice(-8)}`;

export const leaseEnd = (now: Date): Date => new Date(now.getTime() + HOLD_SECONDS * 1000);

/** Binds a wallet's Idempotency-Key to one request, on all rails. */
export const payerAnswerKey = (payer: string, { idempotencyKey, requestHash }: CallTerms): BoundAnswerKey | null =>
  idempotencyKey === null ? null : { scope: `wallet:${payer}`, key: hashSecret(idempotencyKey), requestHash };

async function takePayerKey(db: Db, payer: string, terms: CallTerms): Promise<BoundAnswerKey | Replay | null> {
  const { requestHash, now } = terms;
  const answerKey = payerAnswerKey(payer, terms);
  if (answerKey === null) return null;
  const leaseUntil = leaseEnd(now);
  if (await takeAnswerKey(db, answerKey, { requestHash, leaseUntil, now })) return answerKey;
  return repeatAnswer(db, answerKey.scope, { key: answerKey.key, requestHash, leaseUntil }, now, 0);
}

export async function underPayerKey<Opened>(
  db: Db,
  payer: string,
  terms: CallTerms,
  open: (answerKey: BoundAnswerKey | null) => Promise<Opened>,
): Promise<Opened | Replay> {
  const taken = await takePayerKey(db, payer, terms);
  if (taken && isKeyReplay(taken)) return taken;
  try {
    return await open(taken);
  } catch (error) {
    if (taken) await freeAnswerKey(db, taken).catch(() => undefined);
    throw error;
  }
}

const isKeyReplay = (taken: BoundAnswerKey | Replay): taken is Replay => "replay" in taken;
