import { randomUUID } from "node:crypto";
import type { Db } from "@/db/client";
import { captureHold } from "@/db/queries/money/call/holds";
import { releaseHold } from "@/db/queries/money/call/release-hold";
import { reserveCall, type Reservation } from "@/db/queries/money/call/reserve-call";
import { openAccount, post } from "@/db/queries/money/ledger/ledger";
import type { ReceiptRow } from "@/db/queries/receipts/receipts";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { hashToken, mintToken } from "@/lib/money/base/access-token";
import { grantSides } from "@/lib/money/tokens/ledger-commands";

export interface FundedAccount {
  accountId: number;
  tokenId: number;
  token: string;
}

const HOLD_MS = 60_000;

export async function fundedAccount(db: Db, credits: number, now = new Date()): Promise<FundedAccount> {
  const accountId = await openAccount(db, { name: null, now });
  if (credits > 0) await post(db, { kind: "grant", externalRef: `grant:${randomUUID()}`, sides: grantSides(accountId, credits) }, now);
  const { token, row } = mintToken("test", "minted");
  return { accountId, tokenId: await addToken(db, accountId, row, now), token };
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

export interface TestCall {
  token: string;
  credits?: number;
  endpoint?: string;
  now?: Date;
  holdId?: string;
}

export async function reserveFor(db: Db, call: TestCall): Promise<(Reservation & { holdId: string }) | null> {
  const { token, credits = 1, endpoint = "/api/premium/routing", now = new Date(), holdId = `hold_${randomUUID()}` } = call;
  const reservation = await reserveCall(db, {
    tokenHash: hashToken(token),
    holdId,
    credits,
    method: "GET",
    endpoint,
    now,
    expiresAt: new Date(now.getTime() + HOLD_MS),
    repeatKey: null,
    idempotency: null,
  });
  return reservation && { ...reservation, holdId };
}

const someReceipt = (now: Date): ReceiptRow => ({
  id: randomUUID(),
  day: now.toISOString().slice(0, 10),
  leafHash: "00".repeat(32),
  body: "{}",
});

export const capture = (db: Db, holdId: string, now = new Date()): Promise<boolean> =>
  captureHold(db, { holdId, receipt: someReceipt(now), stored: null, answer: null, now });

export const release = async (db: Db, holdId: string, now = new Date()): Promise<boolean> =>
  (await releaseHold(db, { holdId, receipt: null, stored: null, answer: null, waiver: null, now })) !== null;

export async function chargedCall(db: Db, call: TestCall): Promise<string> {
  const reservation = await reserveFor(db, call);
  if (!reservation?.isHeld || !(await capture(db, reservation.holdId, call.now))) throw new Error("the call was not charged");
  return reservation.holdId;
}
