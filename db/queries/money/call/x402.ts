import { and, asc, eq, isNotNull, lt, or, sql, type SQL } from "drizzle-orm";
import { at, firstOf, hasRow, matching, type Db } from "@/db/client";
import { x402Authorizations } from "@/db/schema/money";
import { integer, rowsOf, run, text } from "@/db/statements";
import { insertAnswersStep, type BoundAnswerKey } from "./claims";
import { noChargeInsert } from "./no-charge";
import type { FinishedResponse } from "./stored-answers";
import type { Waiver } from "./uncharged-hold";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";

/** Identifies a signed payment, which can be used once. Lower case. */
export interface AuthorizationKey {
  asset: string;
  payer: string;
  nonce: string;
}

/** Only the holder of the current lease may change the row; each take sets a new `leaseUntil`. */
export interface LeasedAuthorization extends AuthorizationKey {
  leaseUntil: Date;
}

/** JSON to resend a payment without its caller; `x402-session.ts` defines its members. */
export type Sending = Record<string, unknown>;

export type X402Authorization = typeof x402Authorizations.$inferSelect;

const keyed = ({ asset, payer, nonce }: AuthorizationKey): SQL => matching(x402Authorizations, { asset, payer, nonce });
const leased = (row: LeasedAuthorization): SQL => and(keyed(row), eq(x402Authorizations.leaseUntil, row.leaseUntil)) as SQL;

export const findAuthorizationRow = async (db: Db, key: AuthorizationKey): Promise<X402Authorization | null> =>
  db.select().from(x402Authorizations).where(keyed(key)).then(firstOf);

export interface NewAuthorization extends LeasedAuthorization {
  requestHash: string;
  units: bigint;
  /** Most that sending it may cost; null where a facilitator pays. */
  gasGwei: number | null;
  validBefore: Date;
  now: Date;
}

/** Serialises claims, so that what `payerUse` and `gasSpent` count holds until the transaction ends. */
export async function lockClaims(tx: Db): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('x402', 0))`);
}

/** Gas in gwei that payments claimed since then have cost or may still cost. */
export async function gasSpent(db: Db, since: Date): Promise<number> {
  const [total] = await rowsOf(
    db,
    { gwei: text },
    sql`select coalesce(sum(gas_gwei), 0)::text as gwei from x402_authorizations where gas_gwei is not null and created_at > ${at(since)}`,
  );
  return Number(total?.gwei ?? 0);
}

export interface PayerUse {
  failures: number;
  /** Payments that were claimed and are neither settled nor failed. */
  unsettled: number;
  unsettledUnits: bigint;
}

/** What a payer's other payments may still take from its balance, and how many since `since` failed. */
export async function payerUse(
  tx: Db,
  { payer, nonce, now, since }: { payer: string; nonce: string; now: Date; since: Date },
): Promise<PayerUse> {
  const isUnsettled = sql`state = 'settling' or (state = 'running' and lease_until >= ${at(now)})`;
  const [use] = await rowsOf(
    tx,
    { failures: integer, unsettled: integer, unsettledUnits: text },
    sql`
    select count(*) filter (where state = 'failed' and created_at > ${at(since)})::int as failures,
      count(*) filter (where ${isUnsettled})::int as unsettled,
      coalesce(sum(units) filter (where ${isUnsettled}), 0)::text as "unsettledUnits"
    from x402_authorizations where payer = ${payer} and nonce <> ${nonce}`,
  );
  return { failures: use?.failures ?? 0, unsettled: use?.unsettled ?? 0, unsettledUnits: BigInt(use?.unsettledUnits ?? 0) };
}

/** Binds a payment to its first request, or retries it after that request died. False when it is in use or was used. */
export async function takeAuthorization(db: Db, taking: NewAuthorization): Promise<boolean> {
  const { asset, payer, nonce, requestHash, units, gasGwei, validBefore, leaseUntil, now } = taking;
  return run(
    db,
    sql`
    insert into x402_authorizations as x (asset, payer, nonce, request_hash, state, units, gas_gwei, valid_before, lease_until, created_at)
    values (${asset}, ${payer}, ${nonce}, ${requestHash}, 'running', ${units.toString()}::bigint, ${gasGwei}::bigint, ${at(validBefore)}, ${at(leaseUntil)}, ${at(now)})
    on conflict (asset, payer, nonce) do update set lease_until = excluded.lease_until
    where x.state = 'running' and x.lease_until < ${at(now)} and x.request_hash = excluded.request_hash
    returning 1`,
  ).then(Boolean);
}

export const takeSettling = async (db: Db, key: AuthorizationKey, leaseUntil: Date, now: Date): Promise<boolean> =>
  db
    .update(x402Authorizations)
    .set({ leaseUntil })
    .where(and(keyed(key), eq(x402Authorizations.state, "settling"), sql`${x402Authorizations.leaseUntil} <= ${at(now)}`))
    .returning({ nonce: x402Authorizations.nonce })
    .then(hasRow);

export interface SettlementStart {
  receipt: ReceiptRow;
  answer: FinishedResponse;
  answerKey: BoundAnswerKey;
  sending: Sending;
  leaseUntil: Date;
  now: Date;
}

/** Stores the answer, its receipt and the resend data before the payment is sent. False when another request has the payment. */
export const beginSettling = async (
  db: Db,
  row: LeasedAuthorization,
  { receipt, answer, answerKey, sending, leaseUntil, now }: SettlementStart,
): Promise<boolean> =>
  run(
    db,
    sql`
    with hold as (
      update x402_authorizations set state = 'settling', receipt = ${JSON.stringify(receipt)}::jsonb, sending = ${JSON.stringify(sending)}::jsonb, lease_until = ${at(leaseUntil)}
      where ${leased(row)} and state = 'running' returning nonce
    ), kept as (${insertAnswersStep([answerKey], answer, now)})
    select from hold`,
  ).then(Boolean);

/** Stores the transaction's hash. False when another request has taken over the payment, so it must not be sent here. */
export const noteBroadcast = async (db: Db, row: LeasedAuthorization, txHash: string): Promise<boolean> =>
  db.update(x402Authorizations).set({ txHash }).where(leased(row)).returning({ nonce: x402Authorizations.nonce }).then(hasRow);

/** Lets the next request with this payment resume the settlement at once. */
export async function endLease(db: Db, row: LeasedAuthorization, now: Date): Promise<void> {
  await db
    .update(x402Authorizations)
    .set({ leaseUntil: now })
    .where(and(leased(row), eq(x402Authorizations.state, "settling")));
}

/** Cost of sending a payment, once it is known; 0 where nothing was sent. */
export const costOf = (gasGwei: number | null): SQL =>
  sql`case when gas_gwei is null then null when tx_hash is null then 0 else coalesce(${gasGwei}::bigint, gas_gwei) end`;

export const markSettled = async (tx: Db, key: AuthorizationKey, txHash: string, gasGwei: number | null): Promise<boolean> =>
  tx
    .update(x402Authorizations)
    .set({ state: "settled", txHash, receipt: null, sending: null, gasGwei: costOf(gasGwei) })
    .where(and(keyed(key), eq(x402Authorizations.state, "settling")))
    .returning({ nonce: x402Authorizations.nonce })
    .then(hasRow);

/** Deletes the stored answer if the ending of its settlement has a row. */
const endWithoutAnswer = (db: Db, ending: SQL, { scope, key }: BoundAnswerKey): Promise<number> =>
  run(db, sql`with ended as (${ending}) delete from stored_answers where scope = ${scope} and key = ${key} and exists (select from ended)`);

/** The payment can no longer settle, so the stored answer is deleted. */
export async function markFailed(db: Db, row: LeasedAuthorization, answerKey: BoundAnswerKey, gasGwei: number | null): Promise<void> {
  await endWithoutAnswer(
    db,
    sql`update x402_authorizations set state = 'failed', receipt = null, sending = null, gas_gwei = ${costOf(gasGwei)} where ${leased(row)} and state = 'settling' returning 1`,
    answerKey,
  );
}

/** Forgets a payment that was not sent. With a waiver it writes the public record and the receipt of the uncharged answer. */
export async function forgetAuthorization(
  db: Db,
  row: LeasedAuthorization,
  { receipt, waiver, now }: { receipt: ReceiptRow | null; waiver: Waiver | null; now: Date },
): Promise<void> {
  const record = waiver ? noChargeInsert({ ...waiver, at: now, receiptId: receipt?.id ?? null }, sql`from forgotten`) : sql`select 1`;
  await run(
    db,
    sql`
    with forgotten as (
      delete from x402_authorizations where ${leased(row)} and state = 'running' returning nonce
    ), record as (${record}
    ), proof as (${receipt ? receiptInsert(receipt, sql`from forgotten`) : sql`select 1`})
    select 1`,
  );
}

/** Nothing was sent, through no fault of the payer, so the payment may be used again. */
export async function withdrawSettling(db: Db, row: LeasedAuthorization, answerKey: BoundAnswerKey): Promise<void> {
  await endWithoutAnswer(db, sql`delete from x402_authorizations where ${leased(row)} and state = 'settling' returning 1`, answerKey);
}

export interface InterruptedSettlement {
  key: AuthorizationKey;
  requestHash: string;
  sending: Sending;
}

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

export async function isSettling(db: Db, payments: readonly Omit<AuthorizationKey, "asset">[]): Promise<boolean> {
  if (payments.length === 0) return false;
  const { payer, nonce, state } = x402Authorizations;
  const matches = payments.map((payment) => and(eq(payer, payment.payer), eq(nonce, payment.nonce)));
  return db
    .select({ nonce })
    .from(x402Authorizations)
    .where(and(eq(state, "settling"), or(...matches)))
    .limit(1)
    .then(hasRow);
}
