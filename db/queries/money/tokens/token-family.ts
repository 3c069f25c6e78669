import { and, desc, eq, gte, isNull, max, sql, type SQL } from "drizzle-orm";
import { at, firstOf, matching, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { holds } from "@/db/schema/ledger";
import { rowsOf, run } from "@/db/statements";
import { isAccepted, type TokenRow } from "./tokens";

/** Locks an account before its tokens change, so that their counts and lineage are the true ones. */
export const lockAccount = async (tx: Db, accountId: number) =>
  tx
    .select({ spendable: sql<number>`(posted - held)::int`, ownerWallet: accounts.ownerWallet })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("update")
    .then(firstOf);

export type TokenState = Pick<
  typeof tokens.$inferSelect,
  "id" | "accountId" | "head" | "tail" | "name" | "parentId" | "origin" | "createdAt" | "revokedAt" | "suspendedUntil"
>;

const STATE = {
  id: tokens.id,
  accountId: tokens.accountId,
  head: tokens.head,
  tail: tokens.tail,
  name: tokens.name,
  parentId: tokens.parentId,
  origin: tokens.origin,
  createdAt: tokens.createdAt,
  revokedAt: tokens.revokedAt,
  suspendedUntil: tokens.suspendedUntil,
};

/** Ended tokens too. */
export const findToken = async (db: Db, wanted: { id: number } | { hash: string } | { accountId: number; madeWith: string }) =>
  db.select(STATE).from(tokens).where(matching(tokens, wanted)).then(firstOf);

/** Newest first, ended tokens too. */
export async function listTokensOf(db: Db, accountId: number, limit: number) {
  const uses = db
    .select({ tokenId: holds.tokenId, lastUsedAt: max(holds.createdAt).as("last_used_at") })
    .from(holds)
    .where(eq(holds.accountId, accountId))
    .groupBy(holds.tokenId)
    .as("uses");
  return db
    .select({ ...STATE, lastUsedAt: uses.lastUsedAt })
    .from(tokens)
    .leftJoin(uses, eq(uses.tokenId, tokens.id))
    .where(eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id))
    .limit(limit);
}

/** Counts accepted tokens, tokens neither ended nor replaced, and creations by bearer since a moment. */
export async function countTokensOf(
  tx: Db,
  accountId: number,
  { now, since }: { now: Date; since: Date },
): Promise<{ accepted: number; lasting: number; created: number }> {
  const ofAccount = eq(tokens.accountId, accountId);
  return {
    accepted: await tx.$count(tokens, and(ofAccount, isAccepted(now))),
    lasting: await tx.$count(tokens, and(ofAccount, isNull(tokens.revokedAt))),
    created: await tx.$count(tokens, and(ofAccount, eq(tokens.origin, "created"), gte(tokens.createdAt, since))),
  };
}

/** The token and all that it and its descendants made, through ended ones too. For a recursive statement. */
const descendants = (tokenId: number): SQL => sql`descendants as (
      select id from tokens where id = ${tokenId}
      union select t.id from tokens t join descendants d on t.parent_id = d.id
    )`;

/** The tokens that a token replaced, as a recursive part of a statement. */
const predecessors = (tokenId: number): SQL => sql`predecessors as (
      select id, parent_id, origin from tokens where id = ${tokenId}
      union select t.id, t.parent_id, t.origin from tokens t join predecessors p on t.id = p.parent_id and p.origin = 'rotated'
    )`;

export const isDescendant = async (tx: Db, tokenId: number, ancestorId: number): Promise<boolean> =>
  run(tx, sql`with recursive ${descendants(ancestorId)} select from descendants where id = ${tokenId}`).then(Boolean);

const revocation = (now: Date): SQL => sql`revoked_at = ${at(now)}, suspended_until = null,
      balance_at_revoke = (select posted - held from accounts where accounts.id = tokens.account_id)`;

const ENDED = { id: tokens.id, head: tokens.head, tail: tokens.tail, name: tokens.name };

/**
 * Ends a token, its descendants, and its predecessors that are still in grace. Returns the tokens that
 * were accepted until now.
 */
export const endTokens = async (tx: Db, tokenId: number, now: Date) =>
  rowsOf(
    tx,
    ENDED,
    sql`
    with recursive ${descendants(tokenId)}, ${predecessors(tokenId)}
    update tokens set ${revocation(now)}
    where id in (select id from descendants union select id from predecessors) and ${isAccepted(now)}
    returning id, head, tail, name`,
  );

export const endAllTokens = async (tx: Db, accountId: number, now: Date) =>
  rowsOf(
    tx,
    ENDED,
    sql`update tokens set ${revocation(now)} where account_id = ${accountId} and ${isAccepted(now)} returning id, head, tail, name`,
  );

/** A token that is suspended already stays so no longer than before. Returns when the suspension ends. */
export async function suspendToken(tx: Db, tokenId: number, until: Date, now: Date): Promise<Date> {
  await run(
    tx,
    sql`update tokens set suspended_until = ${at(until)} where id = ${tokenId} and (suspended_until is null or suspended_until <= ${at(now)})`,
  );
  return (await findToken(tx, { id: tokenId }))?.suspendedUntil ?? until;
}

export interface Rotation {
  row: TokenRow;
  now: Date;
  /** Until when the replaced token may spend. `now` ends it at once, and with it the tokens that it replaced before. */
  graceUntil: Date;
  madeWith: string | null;
}

/**
 * Inserts the new token as the old one's child and as the parent of the old one's other children. Null
 * when the old token was unknown, ended or replaced before. The account must be locked.
 */
export const rotateToken = async (
  tx: Db,
  tokenId: number,
  { row, now, graceUntil, madeWith }: Rotation,
): Promise<{ id: number; name: string } | null> =>
  rowsOf(
    tx,
    { id: tokens.id, name: tokens.name },
    sql`
    with recursive ${predecessors(tokenId)}, old as (
      update tokens set revoked_at = ${at(graceUntil)} where id = ${tokenId} and revoked_at is null returning account_id, name
    ), added as (
      insert into tokens (account_id, hash, head, tail, name, origin, parent_id, made_with, created_at)
      select account_id, ${row.hash}, ${row.head}, ${row.tail}, name, 'rotated', ${tokenId}::bigint, ${madeWith}, ${at(now)} from old
      returning id, name
    ), children as (
      update tokens set parent_id = added.id from added where tokens.parent_id = ${tokenId}
    ), earlier as (
      update tokens set revoked_at = ${at(now)} from added
      where ${graceUntil.getTime() <= now.getTime()} and tokens.id in (select p.id from predecessors p) and tokens.id <> ${tokenId} and tokens.revoked_at > ${at(now)}
    )
    select id, name from added`,
  ).then(firstOf);
