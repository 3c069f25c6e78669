import { sql, type SQL } from "drizzle-orm";
import { at, firstOf, hasRow, matching, type Db } from "@/db/client";
import { claims } from "@/db/schema/money";
import { boolean, integer, rowsOf, run, type RowOf } from "@/db/statements";
import { captureStepsOf } from "./holds";
import { noChargeInsert } from "./no-charge";
import { type FinishedResponse } from "./stored-answers";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";
import { setUncharged, type AnsweredWaiver } from "./uncharged-hold";
import type { TokenRow } from "../tokens/tokens";

export interface TxKey {
  chainId: number;
  txHash: string;
}

const CLAIM = {
  rail: claims.rail,
  state: claims.state,
  accountId: claims.accountId,
  requestHash: claims.requestHash,
  leaseUntil: claims.leaseUntil,
};

export type CallClaim = Pick<typeof claims.$inferSelect, keyof typeof CLAIM>;

export const findClaim = async (db: Db, { chainId, txHash }: TxKey): Promise<CallClaim | null> =>
  db.select(CLAIM).from(claims).where(matching(claims, { chainId, txHash })).then(firstOf);

export interface TransactionCall extends TxKey {
  holdId: string;
  credits: number;
  method: string;
  endpoint: string;
  requestHash: string;
  leaseUntil: Date;
  now: Date;
}

/** False when the hash was claimed before, on any rail. Needs a transaction that also credits the payment and reserves the price. */
export const claimForCall = async (
  tx: Db,
  { chainId, txHash, requestHash, leaseUntil, now }: TransactionCall,
  rail: CallClaim["rail"],
): Promise<boolean> =>
  tx
    .insert(claims)
    .values({ chainId, txHash, rail, requestHash, state: rail === "x402" ? "spent" : "running", leaseUntil, claimedAt: now })
    .onConflictDoNothing()
    .returning({ txHash: claims.txHash })
    .then(hasRow);

/**
 * A hold ends with its lease, whatever becomes of its call and its claim. An ended hold can be
 * replaced, but not charged.
 */
const newHold = ({ holdId, credits, method, endpoint, leaseUntil, now }: TransactionCall, from: SQL): SQL =>
  sql`insert into holds (id, account_id, credits, status, method, endpoint, created_at, expires_at) select ${holdId}::text, account.id, ${credits}::int, 'reserved', ${method}::text, ${endpoint}::text, ${at(now)}, ${at(leaseUntil)} from ${from}`;

/** Holds the price on the account that the hash paid into. False when the balance is too low. */
export const reserveForClaim = async (tx: Db, call: TransactionCall, accountId: number): Promise<boolean> =>
  run(
    tx,
    sql`
    with account as (
      update accounts set held = held + ${call.credits} where id = ${accountId} and posted - held >= ${call.credits} returning id
    ), hold as (${newHold(call, sql`account`)}
    ), bound as (
      update claims set account_id = account.id, hold_id = ${call.holdId} from account where chain_id = ${call.chainId} and tx_hash = ${call.txHash}
    )
    select from account`,
  ).then(Boolean);

const RETAKEN = { accountId: integer, worth: integer, isCovered: boolean };

/**
 * Takes an unspent hash, whose earlier call was not charged or died, for a new call that it covers. A
 * new hold replaces the earlier one, so that the earlier call can no longer be charged. Null when the
 * hash is spent or in use.
 */
export async function retakeClaim(db: Db, call: TransactionCall): Promise<RowOf<typeof RETAKEN> | null> {
  const { chainId, txHash, credits, requestHash, leaseUntil, now } = call;
  return rowsOf(
    db,
    RETAKEN,
    sql`
    with target as (
      select c.account_id, c.hold_id, case h.status when 'reserved' then h.credits else 0 end as credits from claims c join holds h on h.id = c.hold_id
      where c.chain_id = ${chainId} and c.tx_hash = ${txHash} and h.status in ('reserved', 'expired') and (c.state = 'unspent' or (c.state = 'running' and c.lease_until < ${at(now)}))
      for update of c, h
    ), paid as (
      select coalesce(sum(p.credits), 0)::int as worth from purchases p, target
      where p.chain_id = ${chainId} and p.tx_hash = ${txHash} and p.account_id = target.account_id and p.reversed_at is null
    ), account as (
      update accounts a set held = a.held - target.credits + ${credits} from target, paid
      where a.id = target.account_id and a.posted - a.held + target.credits >= ${credits} and paid.worth >= ${credits} returning a.id
    ), old as (
      update holds h set status = 'released', resolved_at = ${at(now)} from target, account where h.id = target.hold_id and h.status = 'reserved'
    ), hold as (${newHold(call, sql`account`)}
    ), bound as (
      update claims c set state = 'running', hold_id = ${call.holdId}, request_hash = ${requestHash}, lease_until = ${at(leaseUntil)} from account
      where c.chain_id = ${chainId} and c.tx_hash = ${txHash}
    )
    select target.account_id as "accountId", paid.worth, exists (select from account) as "isCovered" from target, paid`,
  ).then(firstOf);
}

export interface BoundAnswerKey {
  scope: string;
  key: string;
  requestHash: string;
}

/** Stores the answer for repeats. For use in a statement with a CTE `hold`, which has a row only if the call was charged. */
export function insertAnswersStep(answerKeys: readonly BoundAnswerKey[], { status, headers, body }: FinishedResponse, now: Date): SQL {
  const kept = JSON.stringify(answerKeys.map(({ scope, key, requestHash }) => ({ scope, key, request_hash: requestHash })));
  return sql`
    insert into stored_answers (scope, key, request_hash, status, headers, body, lease_until, created_at)
    select p.scope, p.key, p.request_hash, ${status}::int, ${JSON.stringify(headers)}::jsonb, ${body}::text, ${at(now)}, ${at(now)}
    from hold, jsonb_to_recordset(${kept}::jsonb) as p (scope text, key text, request_hash text)
    on conflict (scope, key) do update set request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`;
}

export async function insertAnswers(db: Db, answerKeys: readonly BoundAnswerKey[], answer: FinishedResponse, now: Date): Promise<void> {
  await run(db, sql`with hold as (select 1) ${insertAnswersStep(answerKeys, answer, now)}`);
}

export interface SpendClaim {
  holdId: string;
  receipt: ReceiptRow;
  answer: FinishedResponse;
  answerKeys: readonly BoundAnswerKey[];
  token: TokenRow | null;
  now: Date;
}

function surplusTokenSteps({ chainId, txHash }: TxKey, token: TokenRow | null, now: Date): SQL {
  if (!token) return sql``;
  return sql`, token as (
      insert into tokens (account_id, hash, head, tail, name, origin, created_at)
      select hold.account_id, ${token.hash}::text, ${token.head}::text, ${token.tail}::text, ${token.name}::text, ${token.origin}::text, ${at(now)} from hold returning id, account_id
    ), shown as (
      update purchases p set token_id = token.id from token where p.chain_id = ${chainId} and p.tx_hash = ${txHash} and p.account_id = token.account_id and p.reversed_at is null
    )`;
}

/** Charges a call paid by a hash: journal, receipt, stored answer, token and claim in one statement. False when the hold was gone. */
export const spendClaim = async (db: Db, tx: TxKey, { holdId, receipt, answer, answerKeys, token, now }: SpendClaim): Promise<boolean> =>
  run(
    db,
    sql`
    with ${captureStepsOf({ holdId, receipt, now })}, spent as (
      update claims c set state = 'spent', lease_until = null from hold where c.chain_id = ${tx.chainId} and c.tx_hash = ${tx.txHash} and c.hold_id = hold.id
    ), repeatable as (${insertAnswersStep(answerKeys, answer, now)})
    ${surplusTokenSteps(tx, token, now)}
    select from hold`,
  ).then(Boolean);

/** Frees the hash after an uncharged call. Its price stays held until the lease would have ended, for a retry. */
export async function freeClaim(
  db: Db,
  { chainId, txHash }: TxKey,
  { holdId, receipt, waiver, now }: { holdId: string; receipt: ReceiptRow | null; waiver: AnsweredWaiver | null; now: Date },
): Promise<boolean> {
  const record = waiver ? noChargeInsert({ ...waiver, at: now, receiptId: receipt?.id ?? null }, sql`from claim`) : sql`select 1`;
  return run(
    db,
    sql`
    with claim as (
      update claims set state = 'unspent', request_hash = null, lease_until = null
      where chain_id = ${chainId} and tx_hash = ${txHash} and hold_id = ${holdId} and state = 'running' returning hold_id
    ), record as (${record}
    ), noted as (${waiver ? sql`update holds h set ${setUncharged(waiver, receipt)} from claim where h.id = claim.hold_id` : sql`select 1`}
    ), proof as (${receipt ? receiptInsert(receipt, sql`from claim`) : sql`select 1`})
    select from claim`,
  ).then(Boolean);
}

/** Frees the hashes of calls that died. Their holds have expired, so those calls cannot be charged any more. */
export const freeExpiredClaims = async (db: Db): Promise<number> =>
  run(
    db,
    sql`
    update claims c set state = 'unspent', request_hash = null, lease_until = null
    where c.state = 'running' and exists (select from holds h where h.id = c.hold_id and h.status = 'expired') returning 1`,
  );
