import type { Db } from "@/db/client";
import type { AnswerPlace } from "@/db/queries/money/call/claims";
import { freeAnswerKey, takeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { HOLD_SECONDS, repeatAnswer } from "./token/bearer-call";
import type { CallTerms, Replay } from "./paid-call";
import { hashSecret } from "@/lib/config/sealed-text";

/** In receipts and in the public record, for a payer without a token: `0x3c44cddd...0a9293bc`. */
export const walletMark = (wallet: string): string => `${wallet.slice(0, 10)}...${wallet.slice(-8)}`;

export const leaseEnd = (now: Date): Date => new Date(now.getTime() + HOLD_SECONDS * 1000);

/** The same Idempotency-Key of the same wallet is one request, whatever it pays with. */
export const payerPlace = (payer: string, { idempotencyKey, requestHash }: CallTerms): AnswerPlace | null =>
  idempotencyKey === null ? null : { scope: `wallet:${payer}`, key: hashSecret(idempotencyKey), requestHash };

async function takePayerKey(db: Db, payer: string, terms: CallTerms): Promise<AnswerPlace | Replay | null> {
  const { requestHash, now } = terms;
  const place = payerPlace(payer, terms);
  if (place === null) return null;
  const leaseUntil = leaseEnd(now);
  if (await takeAnswerKey(db, place, { requestHash, leaseUntil, now })) return place;
  return repeatAnswer(db, place.scope, { key: place.key, requestHash, leaseUntil }, now, 0);
}

/** Opens a call under the payer's key; one that cannot be opened leaves the key free. */
export async function underPayerKey<Opened>(
  db: Db,
  payer: string,
  terms: CallTerms,
  open: (place: AnswerPlace | null) => Promise<Opened>,
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

const isKeyReplay = (taken: AnswerPlace | Replay): taken is Replay => "replay" in taken;
