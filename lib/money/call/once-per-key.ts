import { createHash } from "node:crypto";
import type { Db } from "@/db/client";
import {
  findStoredAnswer,
  freeAnswerKey,
  storeAnswer,
  retakeAnswerKey,
  takeAnswerKey,
  type AnswerKey,
} from "@/db/queries/money/call/stored-answers";
import { sortedJson } from "@/lib/domain/basics/text";
import { ApiError } from "@/lib/errors";
import { hashSecret, openSealedText, sealText } from "@/lib/config/sealed-text";

/** Longer than any request may take. */
const LEASE_SECONDS = 60;

export interface KeyedWork<Answer> {
  /** Owner of the key. `accountId` is null for a caller without a token, who is identified by `caller`, a hash of the address. */
  owner: { purpose: "buy" | "confirm"; accountId: number | null; caller: string };
  idempotencyKey: string | null;
  request: Record<string, unknown>;
  /** `sealed`: a repeat gets the stored answer, encrypted with the key. `rerun`: a repeat runs again, for idempotent work. */
  repeat: "sealed" | "rerun";
  now: Date;
  run(): Promise<Answer>;
}

interface HeldKey {
  answerKey: AnswerKey;
  requestHash: string;
  leaseUntil: Date;
}

function inProgress(leaseUntil: Date, now: Date): ApiError {
  const seconds = Math.min(2, Math.max(1, Math.ceil((leaseUntil.getTime() - now.getTime()) / 1000)));
  return new ApiError("idempotency_in_progress", undefined, { retryable: true, retry_after: seconds }, { "Retry-After": String(seconds) });
}

async function runUnderKey<Answer>(db: Db, { answerKey }: HeldKey, secret: string, { repeat, run }: KeyedWork<Answer>): Promise<Answer> {
  try {
    const answer = await run();
    await storeAnswer(db, answerKey, {
      status: 200,
      body: repeat === "sealed" ? sealText(JSON.stringify(answer), secret, answerKey.scope) : "",
    });
    return answer;
  } catch (error) {
    await freeAnswerKey(db, answerKey).catch(() => undefined);
    throw error;
  }
}

async function repeatOrRefuse<Answer>(db: Db, held: HeldKey, secret: string, work: KeyedWork<Answer>): Promise<Answer> {
  const stored = await findStoredAnswer(db, held.answerKey.scope, held.answerKey.key);
  if (!stored) throw inProgress(held.leaseUntil, work.now);
  if (stored.requestHash !== held.requestHash) throw new ApiError("idempotency_mismatch");
  if (!stored.answer) throw inProgress(stored.leaseUntil, work.now);
  if (work.repeat === "sealed") return JSON.parse(openSealedText(stored.answer.body, secret, held.answerKey.scope)) as Answer;
  if (!(await retakeAnswerKey(db, held.answerKey, held))) throw inProgress(held.leaseUntil, work.now);
  return runUnderKey(db, held, secret, work);
}

/** Keys of an address are scoped per request. Many callers share it, and must not see each other's answers. */
const scopeOf = ({ purpose, accountId, caller }: KeyedWork<unknown>["owner"], requestHash: string): string =>
  accountId === null ? `${purpose}:${caller}:${requestHash}` : `${purpose}:account:${accountId}`;

/** Runs the work once per Idempotency-Key. The database holds neither the key nor the answer's secrets in clear text. */
export async function oncePerKey<Answer>(db: Db, work: KeyedWork<Answer>): Promise<Answer> {
  const { idempotencyKey: secret, owner, request, now } = work;
  if (secret === null) return work.run();
  const requestHash = createHash("sha256").update(sortedJson(request)).digest("hex");
  const held: HeldKey = {
    answerKey: { scope: scopeOf(owner, requestHash), key: hashSecret(secret) },
    requestHash,
    leaseUntil: new Date(now.getTime() + LEASE_SECONDS * 1000),
  };
  const isTaken = await takeAnswerKey(db, held.answerKey, { ...held, now });
  return isTaken ? runUnderKey(db, held, secret, work) : repeatOrRefuse(db, held, secret, work);
}
