import { and, asc, count, eq, gt, isNotNull, lt, or, sql, type SQL } from "drizzle-orm";
import { at, rowsOf, type Db } from "@/db/client";
import { x402Authorizations } from "@/db/schema/money";
import { keepAnswerFor, type BoundAnswerKey, type Waiver } from "./claims";
import { noChargeInsert } from "./no-charge";
import type { FinishedAnswer } from "./stored-answers";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";

/** What a signed payment is used once by. In lower case. */
export interface AuthorizationKey {
  asset: string;
  payer: string;
  nonce: string;
}

/** Whoever holds this lease may change the row: it is another one after each taking. */
export interface LeasedAuthorization extends AuthorizationKey {
  leaseUntil: Date;
}

export interface X402Authorization {
  requestHash: string;
  state: "running" | "settling" | "settled" | "failed";
  units: bigint;
  validBefore: Date;
  txHash: string | null;
  receipt: ReceiptRow | null;
  leaseUntil: Date;
}

/** What sends a payment again without its caller; whoever wrote it knows its members. */
export type Sending = Record<string, unknown>;

const keyed = ({ asset, payer, nonce }: AuthorizationKey): SQL =>
  and(eq(x402Authorizations.asset, asset), eq(x402Authorizations.payer, payer), eq(x402Authorizations.nonce, nonce)) as SQL;
const leased = (row: LeasedAuthorization): SQL => and(keyed(row), eq(x402Authorizations.leaseUntil, row.leaseUntil)) as SQL;

export async function findAuthorizationRow(db: Db, key: AuthorizationKey): Promise<X402Authorization | null> {
  const { requestHash, state, units, validBefore, txHash, receipt, leaseUntil } = x402Authorizations;
  const [row] = await db
    .select({ requestHash, state, units, validBefore, txHash, receipt, leaseUntil })
    .from(x402Authorizations)
    .where(keyed(key));
  return row ?? null;
}

/** Binds a payment to its first request, or gives it another try after that one died. False: it is in use, or was used. */
export async function takeAuthorization(
  db: Db,
  taking: LeasedAuthorization & { requestHash: string; units: bigint; validBefore: Date; now: Date },
): Promise<boolean> {
  const { asset, payer, nonce, requestHash, units, validBefore, leaseUntil, now } = taking;
  const rows = await rowsOf<{ nonce: string }>(
    db,
    sql`
    insert into x402_authorizations as x (asset, payer, nonce, request_hash, state, units, valid_before, lease_until, created_at)
    values (${asset}, ${payer}, ${nonce}, ${requestHash}, 'running', ${units.toString()}::bigint, ${at(validBefore)}, ${at(leaseUntil)}, ${at(now)})
    on conflict (asset, payer, nonce) do update set lease_until = excluded.lease_until
    where x.state = 'running' and x.lease_until < ${at(now)} and x.request_hash = excluded.request_hash
    returning nonce`,
  );
  return rows.length === 1;
}

/** One at a time looks what became of a payment whose settling was cut off. */
export async function takeSettling(db: Db, key: AuthorizationKey, leaseUntil: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(x402Authorizations)
    .set({ leaseUntil })
    .where(and(keyed(key), eq(x402Authorizations.state, "settling"), sql`${x402Authorizations.leaseUntil} <= ${at(now)}`))
    .returning({ nonce: x402Authorizations.nonce });
  return rows.length === 1;
}

export interface SettlementStart {
  receipt: ReceiptRow;
  answer: FinishedAnswer;
  answerKey: BoundAnswerKey;
  sending: Sending;
  leaseUntil: Date;
  now: Date;
}

/** Keeps the finished answer, its receipt and what sends the payment, before it is sent, in one statement. False: another request has the payment. */
export async function beginSettling(
  db: Db,
  row: LeasedAuthorization,
  { receipt, answer, answerKey, sending, leaseUntil, now }: SettlementStart,
): Promise<boolean> {
  const rows = await rowsOf<{ nonce: string }>(
    db,
    sql`
    with hold as (
      update x402_authorizations set state = 'settling', receipt = ${JSON.stringify(receipt)}::jsonb, sending = ${JSON.stringify(sending)}::jsonb, lease_until = ${at(leaseUntil)}
      where ${leased(row)} and state = 'running' returning nonce
    ), kept as (${keepAnswerFor([answerKey], answer, now)})
    select nonce from hold`,
  );
  return rows.length === 1;
}

/** False: the lease was over and somebody else has taken the payment, so that it must not be sent here. */
export async function noteBroadcast(db: Db, row: LeasedAuthorization, txHash: string): Promise<boolean> {
  const rows = await db.update(x402Authorizations).set({ txHash }).where(leased(row)).returning({ nonce: x402Authorizations.nonce });
  return rows.length === 1;
}

/** Lets the next request with this payment look what became of it. */
export async function endLease(db: Db, row: LeasedAuthorization, now: Date): Promise<void> {
  await db
    .update(x402Authorizations)
    .set({ leaseUntil: now })
    .where(and(leased(row), eq(x402Authorizations.state, "settling")));
}

/** True where this payment had not been booked. */
export async function markSettled(tx: Db, key: AuthorizationKey, txHash: string): Promise<boolean> {
  const rows = await tx
    .update(x402Authorizations)
    .set({ state: "settled", txHash, receipt: null, sending: null })
    .where(and(keyed(key), eq(x402Authorizations.state, "settling")))
    .returning({ nonce: x402Authorizations.nonce });
  return rows.length === 1;
}

/** Nothing moved and nothing will: the answer that was ready is forgotten. */
export async function markFailed(db: Db, row: LeasedAuthorization, answerKey: BoundAnswerKey): Promise<void> {
  await db.execute(sql`
    with failed as (
      update x402_authorizations set state = 'failed', receipt = null, sending = null where ${leased(row)} and state = 'settling' returning nonce
    )
    delete from stored_answers where scope = ${answerKey.scope} and key = ${answerKey.key} and exists (select from failed)`);
}

/** As if the payment had not come: it was not sent. With a waiver it writes the public record and the receipt of an answer given for nothing. */
export async function forgetAuthorization(
  db: Db,
  row: LeasedAuthorization,
  { receipt, waiver, now }: { receipt: ReceiptRow | null; waiver: Waiver | null; now: Date },
): Promise<void> {
  const record = waiver ? noChargeInsert({ ...waiver, at: now, receiptId: receipt?.id ?? null }, sql`from forgotten`) : sql`select 1`;
  await db.execute(sql`
    with forgotten as (
      delete from x402_authorizations where ${leased(row)} and state = 'running' returning nonce
    ), record as (${record}
    ), proof as (${receipt ? receiptInsert(receipt, sql`from forgotten`) : sql`select 1`})
    select 1`);
}

/** Nothing moved, by no fault of the payer: the payment may be tried again. */
export async function withdrawSettling(db: Db, row: LeasedAuthorization, answerKey: BoundAnswerKey): Promise<void> {
  await db.execute(sql`
    with withdrawn as (
      delete from x402_authorizations where ${leased(row)} and state = 'settling' returning nonce
    )
    delete from stored_answers where scope = ${answerKey.scope} and key = ${answerKey.key} and exists (select from withdrawn)`);
}

export async function countFailures(db: Db, payer: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ failures: count() })
    .from(x402Authorizations)
    .where(and(eq(x402Authorizations.payer, payer), eq(x402Authorizations.state, "failed"), gt(x402Authorizations.createdAt, since)));
  return row?.failures ?? 0;
}

export interface InterruptedSettlement {
  key: AuthorizationKey;
  requestHash: string;
  sending: Sending;
}

/** Payments whose settling was cut off, and which nobody is looking at; those that expire first come first. */
export async function listInterruptedSettlements(db: Db, now: Date, limit: number): Promise<InterruptedSettlement[]> {
  const { asset, payer, nonce, requestHash, sending, state, leaseUntil, validBefore } = x402Authorizations;
  const rows = await db
    .select({ key: { asset, payer, nonce }, requestHash, sending })
    .from(x402Authorizations)
    .where(and(eq(state, "settling"), lt(leaseUntil, now), isNotNull(sending)))
    .orderBy(asc(validBefore))
    .limit(limit);
  return rows.flatMap((row) => (row.sending === null ? [] : [{ ...row, sending: row.sending }]));
}

/** Whether one of these signed payments, of which each has a payer and a nonce, is being settled. */
export async function isSettling(db: Db, payments: readonly Omit<AuthorizationKey, "asset">[]): Promise<boolean> {
  if (payments.length === 0) return false;
  const { payer, nonce, state } = x402Authorizations;
  const these = payments.map((payment) => and(eq(payer, payment.payer), eq(nonce, payment.nonce)));
  const rows = await db
    .select({ nonce })
    .from(x402Authorizations)
    .where(and(eq(state, "settling"), or(...these)))
    .limit(1);
  return rows.length > 0;
}
