import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { at, firstOf, hasRow, matching, type Db } from "@/db/client";
import { costOf, type AuthorizationKey, type LeasedAuthorization } from "@/db/queries/money/call/x402";
import { x402Authorizations } from "@/db/schema/money";

const rows = x402Authorizations;

export type Submission = typeof rows.$inferSelect;

const leased = ({ asset, payer, nonce, leaseUntil }: LeasedAuthorization) =>
  and(matching(rows, { asset, payer, nonce, leaseUntil }), eq(rows.state, "settling"));

export const findSubmission = async (db: Db, quoteId: number): Promise<Submission | null> =>
  db.select().from(rows).where(eq(rows.quoteId, quoteId)).then(firstOf);

export interface EarlierSubmissions {
  /** Times of the payer's submissions, the oldest first. */
  ofPayer: Date[];
  /** When the last reverted transfer of this payer or caller was claimed. */
  revertedAt: Date | null;
}

export async function earlierSubmissions(
  db: Db,
  { payer, caller }: { payer: string; caller: string },
  since: Date,
): Promise<EarlierSubmissions> {
  const submitted = await db
    .select({ at: rows.createdAt })
    .from(rows)
    .where(and(isNotNull(rows.quoteId), gt(rows.createdAt, since), eq(rows.payer, payer)))
    .orderBy(asc(rows.createdAt));
  const [reverted] = await db
    .select({ at: rows.createdAt })
    .from(rows)
    .where(
      and(eq(rows.state, "failed"), isNotNull(rows.txHash), gt(rows.createdAt, since), or(eq(rows.payer, payer), eq(rows.caller, caller))),
    )
    .orderBy(desc(rows.createdAt))
    .limit(1);
  return { ofPayer: submitted.map(({ at: submittedAt }) => submittedAt), revertedAt: reverted?.at ?? null };
}

interface QuotedTransfer extends LeasedAuthorization {
  quoteId: number;
  units: bigint;
  validBefore: Date;
  now: Date;
}

export interface NewSubmission extends QuotedTransfer {
  gasGwei: number;
  /** Hash of the address that asked for it. */
  caller: string;
}

const requestHashOf = (quoteId: number): string => `gasless:${quoteId}`;

/** Claims a signed transfer for a quote, before it is sent. False when a request has claimed it, for a call or for another quote. */
export const takeSubmission = async (tx: Db, { now, ...submission }: NewSubmission): Promise<boolean> =>
  tx
    .insert(rows)
    .values({ ...submission, requestHash: requestHashOf(submission.quoteId), state: "settling", createdAt: now })
    .onConflictDoNothing()
    .returning({ nonce: rows.nonce })
    .then(hasRow);

/** Claims a transfer that others sent, which cost us no gas. One that is claimed already stays as it is. */
export async function claimSettled(db: Db, { now, ...transfer }: QuotedTransfer & { txHash: string }): Promise<void> {
  const claim = { ...transfer, requestHash: requestHashOf(transfer.quoteId), state: "settled" as const, gasGwei: 0, createdAt: now };
  await db.insert(rows).values(claim).onConflictDoNothing();
}

/**
 * Lets a retry finish what a dead request began, or send again what a reorganisation took away. False
 * while another request may still run, and for a transfer that can only fail.
 */
export const retakeSubmission = async (
  db: Db,
  { quoteId, leaseUntil, validBefore, now }: { quoteId: number; leaseUntil: Date; validBefore: Date; now: Date },
): Promise<boolean> =>
  db
    .update(rows)
    .set({ state: "settling", leaseUntil, validBefore: sql`greatest(${rows.validBefore}, ${at(validBefore)})` })
    .where(and(eq(rows.quoteId, quoteId), inArray(rows.state, ["settling", "settled"]), sql`${rows.leaseUntil} <= ${at(now)}`))
    .returning({ nonce: rows.nonce })
    .then(hasRow);

/** Nothing was sent, so the quote can be paid by another signature. */
export async function releaseSubmission(db: Db, row: LeasedAuthorization): Promise<void> {
  await db.delete(rows).where(leased(row));
}

export async function concludeSubmission(
  db: Db,
  { asset, payer, nonce }: AuthorizationKey,
  { gasGwei, ...outcome }: ({ state: "settled"; txHash: string } | { state: "failed" }) & { gasGwei: number | null },
  now: Date,
): Promise<void> {
  await db
    .update(rows)
    .set({ ...outcome, gasGwei: costOf(gasGwei), leaseUntil: now })
    .where(and(matching(rows, { asset, payer, nonce }), eq(rows.state, "settling")));
}

/** Submissions whose request died and whose signature has expired since. */
export const listLapsedSubmissions = async (db: Db, now: Date, limit: number): Promise<Submission[]> =>
  db
    .select()
    .from(rows)
    .where(and(isNotNull(rows.quoteId), eq(rows.state, "settling"), lt(rows.validBefore, now), lt(rows.leaseUntil, now)))
    .orderBy(asc(rows.validBefore))
    .limit(limit);
