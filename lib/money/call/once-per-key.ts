import { createHash } from "node:crypto";
import type { Db } from "@/db/client";
import {
  findStoredAnswer,
  freeAnswerKey,
  keepAnswer,
  retakeAnswerKey,
  takeAnswerKey,
  type AnswerKey,
} from "@/db/queries/money/call/stored-answers";
import { sortedJson } from "@/lib/domain/basics/text";
import { ApiError } from "@/lib/errors";
import { hashSecret, openSealedText, sealText } from "@/lib/config/sealed-text";

/** Longer than a request may take. */
const LEASE_SECONDS = 60;

export interface KeyedWork<Answer> {
  /** Whose key it is: an account's, or null for a caller without a token, who is known by the hash of his address. */
  owner: { purpose: "buy" | "confirm"; accountId: number | null; caller: string };
  /** Null: the caller sent no Idempotency-Key. */
  idempotencyKey: string | null;
  request: Record<string, unknown>;
  /** `sealed`: a repeat gets the same answer, kept so that only the key opens it. `rerun`: a repeat runs again, for work that finds what it did. */
  repeat: "sealed" | "rerun";
  now: Date;
  run(): Promise<Answer>;
}

interface Held {
  at: AnswerKey;
  requestHash: string;
  leaseUntil: Date;
}

function inProgress(leaseUntil: Date, now: Date): ApiError {
  const seconds = Math.min(2, Math.max(1, Math.ceil((leaseUntil.getTime() - now.getTime()) / 1000)));
  return new ApiError("idempotency_in_progress", undefined, { retryable: true, retry_after: seconds }, { "Retry-After": String(seconds) });
}

async function runHeld<Answer>(db: Db, { at }: Held, secret: string, { repeat, run }: KeyedWork<Answer>): Promise<Answer> {
  try {
    const answer = await run();
    await keepAnswer(db, at, { status: 200, body: repeat === "sealed" ? sealText(JSON.stringify(answer), secret, at.scope) : "" });
    return answer;
  } catch (error) {
    await freeAnswerKey(db, at).catch(() => undefined);
    throw error;
  }
}

async function repeated<Answer>(db: Db, held: Held, secret: string, work: KeyedWork<Answer>): Promise<Answer> {
  const stored = await findStoredAnswer(db, held.at.scope, held.at.key);
  if (!stored) throw inProgress(held.leaseUntil, work.now);
  if (stored.requestHash !== held.requestHash) throw new ApiError("idempotency_mismatch");
  if (!stored.answer) throw inProgress(stored.leaseUntil, work.now);
  if (work.repeat === "sealed") return JSON.parse(openSealedText(stored.answer.body, secret, held.at.scope)) as Answer;
  if (!(await retakeAnswerKey(db, held.at, held))) throw inProgress(held.leaseUntil, work.now);
  return runHeld(db, held, secret, work);
}

/** An account's key is one request. An address has many callers, and each request there has keys of its own: what somebody else asked for is never answered. */
const scopeOf = ({ purpose, accountId, caller }: KeyedWork<unknown>["owner"], requestHash: string): string =>
  accountId === null ? `${purpose}:${caller}:${requestHash}` : `${purpose}:account:${accountId}`;

/** Runs work once per key: the same request again gets the same answer. Neither key nor secrets stand in the database in clear. */
export async function oncePerKey<Answer>(db: Db, work: KeyedWork<Answer>): Promise<Answer> {
  const { idempotencyKey: secret, owner, request, now } = work;
  if (secret === null) return work.run();
  const requestHash = createHash("sha256").update(sortedJson(request)).digest("hex");
  const held: Held = {
    at: { scope: scopeOf(owner, requestHash), key: hashSecret(secret) },
    requestHash,
    leaseUntil: new Date(now.getTime() + LEASE_SECONDS * 1000),
  };
  const isTaken = await takeAnswerKey(db, held.at, { ...held, now });
  return isTaken ? runHeld(db, held, secret, work) : repeated(db, held, secret, work);
}
