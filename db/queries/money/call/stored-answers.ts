import { and, sql, type SQL } from "drizzle-orm";
import { at, hasRow, matching, type Db } from "@/db/client";
import { storedAnswers } from "@/db/schema/ledger";
import { run } from "@/db/statements";
import { DAY_MS } from "@/lib/domain/basics/time";

export const STORED_MS = DAY_MS;

/** Conflict clause for inserting a key. It takes over an expired key, or a key whose identical first request died. */
export const UNLESS_IN_USE: SQL = sql`
    on conflict (scope, key) do update set request_hash = excluded.request_hash, lease_until = excluded.lease_until, created_at = excluded.created_at, status = null, headers = null, body = null
    where s.created_at < excluded.created_at - make_interval(secs => ${STORED_MS / 1000}::int) or (s.status is null and s.lease_until < excluded.created_at and s.request_hash = excluded.request_hash)`;

export interface AnswerKey {
  scope: string;
  key: string;
}

/** True for exactly one of concurrent requests, if the key is new or expired or its first request died. */
export const takeAnswerKey = async (
  db: Db,
  { scope, key }: AnswerKey,
  { requestHash, leaseUntil, now }: { requestHash: string; leaseUntil: Date; now: Date },
): Promise<boolean> =>
  run(
    db,
    sql`
    insert into stored_answers as s (scope, key, request_hash, lease_until, created_at) values (${scope}, ${key}, ${requestHash}, ${at(leaseUntil)}, ${at(now)})
    ${UNLESS_IN_USE}
    returning 1`,
  ).then(Boolean);

export const retakeAnswerKey = async (
  db: Db,
  { scope, key }: AnswerKey,
  { requestHash, leaseUntil }: { requestHash: string; leaseUntil: Date },
): Promise<boolean> =>
  db
    .update(storedAnswers)
    .set({ status: null, leaseUntil })
    .where(and(matching(storedAnswers, { scope, key, requestHash }), sql`${storedAnswers.status} is not null`))
    .returning({ key: storedAnswers.key })
    .then(hasRow);

export async function storeAnswer(db: Db, { scope, key }: AnswerKey, { status, body }: { status: number; body: string }): Promise<void> {
  await db.update(storedAnswers).set({ status, body }).where(matching(storedAnswers, { scope, key }));
}

export async function freeAnswerKey(db: Db, { scope, key }: AnswerKey): Promise<void> {
  await db.delete(storedAnswers).where(matching(storedAnswers, { scope, key, status: null }));
}

export interface KeyedRequest {
  key: string;
  requestHash: string;
  leaseUntil: Date;
}

export interface FinishedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export async function freeOwnKey(db: Db, scope: string, { key, requestHash, leaseUntil }: KeyedRequest): Promise<void> {
  await db.delete(storedAnswers).where(matching(storedAnswers, { scope, key, requestHash, leaseUntil, status: null }));
}

export interface StoredResponse {
  requestHash: string;
  answer: FinishedResponse | null;
  leaseUntil: Date;
}

export async function findStoredAnswer(db: Db, scope: string, key: string): Promise<StoredResponse | null> {
  const [row] = await db.select().from(storedAnswers).where(matching(storedAnswers, { scope, key }));
  if (!row) return null;
  const answer = row.status === null ? null : { status: row.status, headers: row.headers ?? {}, body: row.body ?? "" };
  return { requestHash: row.requestHash, answer, leaseUntil: row.leaseUntil };
}
