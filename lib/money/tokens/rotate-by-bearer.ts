import type { Db } from "@/db/client";
import { findToken } from "@/db/queries/money/tokens/token-family";
import { invalidToken, tokenHolder } from "../base/token-holder";
import { refuseRepeat, requestMark, rotateOwnToken, type ShownToken } from "./account-tokens";

interface Rotation {
  graceSeconds: number;
  idempotencyKey: string | null;
  now: Date;
}

export interface RotatedByBearer extends ShownToken {
  accountId: number;
  graceUntil: Date;
  balance: number;
}

/** A repeat may come with a token that its first request ended: it is told which token replaced it. */
export async function rotateByBearer(db: Db, tokenHash: string, { graceSeconds, idempotencyKey, now }: Rotation): Promise<RotatedByBearer> {
  const holder = await tokenHolder(db, tokenHash);
  if (!holder) {
    const ended = idempotencyKey === null ? null : await findToken(db, { hash: tokenHash });
    if (ended) await refuseRepeat(db, ended.accountId, requestMark("rotate", idempotencyKey));
    throw invalidToken();
  }
  const { accountId } = holder;
  return { accountId, ...(await rotateOwnToken(db, { actor: holder, now, graceSeconds, idempotencyKey })) };
}
