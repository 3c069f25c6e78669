import { randomBytes, randomInt } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { areReserved, lockCaller, nextFreePlace, takeQuotePlace } from "@/db/queries/money/purchase/quote-places";
import { insertQuote } from "@/db/queries/money/purchase/quotes";
import { creditsFor } from "@/lib/domain/money/credits";
import {
  CROWDED_AMOUNTS,
  GRACE_SECONDS,
  graceEnd,
  MAX_EXTRA_UNITS,
  MAX_RESERVED_AMOUNTS,
  QUOTE_SECONDS,
  UNITS_PER_CENT,
} from "@/lib/domain/money/quote";
import { hashMemo } from "../base/memo-of";
import { retryable } from "../base/refusals";

export interface QuoteRequest {
  /** Whole cents. */
  requestedUnits: bigint;
  /** Lower case. */
  senderWallet: string | null;
  endpoint: string | null;
  caller: string;
  now: Date;
}

export interface QuoteOffer {
  memo: string;
  memoHash: string;
  units: bigint;
  credits: number;
  quotedAt: Date;
  expiresAt: Date;
}

const RANDOM_CANDIDATES = 16;
const NO_SLOT_RETRY_SECONDS = 60;
/** The search range doubles from 1 to 8,192 cents (about $80), so blocking all amounts would take millions of addresses. */
const RANGE_DOUBLINGS = 14;

/** 128 random bits, because the memo's holder collects the payment. */
const newMemo = (): string => `aed-${randomBytes(16).toString("hex")}`;

const isCrowded = (tx: Db, cent: bigint, now: Date): Promise<boolean> =>
  areReserved(tx, { after: cent, before: cent + UNITS_PER_CENT, most: CROWDED_AMOUNTS, now });

async function centsFor(tx: Db, requestedUnits: bigint, now: Date): Promise<bigint[]> {
  if (!(await isCrowded(tx, requestedUnits, now))) return [requestedUnits];
  for (let widening = 0; widening < RANGE_DOUBLINGS; widening++) {
    const cent = requestedUnits + BigInt(1 + randomInt(2 ** widening)) * UNITS_PER_CENT;
    if (!(await isCrowded(tx, cent, now))) return [requestedUnits, cent];
  }
  return [requestedUnits];
}

/** The first attempts try a few random amounts. Later ones try every amount of the last cent, from a random start. */
function amountsOf(cents: readonly bigint[], attempt: number): bigint[] {
  if (attempt < 2) {
    return Array.from(
      { length: RANDOM_CANDIDATES },
      () => (cents[randomInt(cents.length)] ?? 0n) + BigInt(randomInt(1, MAX_EXTRA_UNITS + 1)),
    );
  }
  const start = randomInt(MAX_EXTRA_UNITS);
  return Array.from({ length: MAX_EXTRA_UNITS }, (_, index) => (cents.at(-1) ?? 0n) + BigInt(((start + index) % MAX_EXTRA_UNITS) + 1));
}

const ATTEMPTS = 4;

async function reservePlace(tx: Db, { caller, now }: QuoteRequest, freeAt: Date): Promise<number> {
  await lockCaller(tx, caller);
  const id = await takeQuotePlace(tx, { caller, places: MAX_RESERVED_AMOUNTS, now, freeAt });
  if (id !== null) return id;
  const next = (await nextFreePlace(tx, caller, now)) ?? freeAt;
  const seconds = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000));
  const message = `${MAX_RESERVED_AMOUNTS} amounts are reserved for you and not paid. Each is for ${GRACE_SECONDS / 3600} hours after its quote expired, because a payment may still come. Pay one of them, or wait until ${next.toISOString()}.`;
  throw retryable("too_many_open_quotes", message, seconds, { limit: MAX_RESERVED_AMOUNTS });
}

/** Offers an exact amount that is unique and never round. Throws when the caller has too many open quotes or no amount is free. */
export async function makeQuote(db: Db, request: QuoteRequest): Promise<QuoteOffer> {
  const { requestedUnits, senderWallet, endpoint, caller, now } = request;
  if (requestedUnits % UNITS_PER_CENT !== 0n) throw new RangeError("a quote is asked for in whole cents");
  const memo = newMemo();
  const memoHash = hashMemo(memo);
  const expiresAt = new Date(now.getTime() + QUOTE_SECONDS * 1000);
  const freeAt = graceEnd(expiresAt);
  return inTransaction(db, async (tx) => {
    const id = await reservePlace(tx, request, freeAt);
    const cents = await centsFor(tx, requestedUnits, now);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const candidates = amountsOf(cents, attempt).map((units) => ({ units, credits: Number(creditsFor(requestedUnits, units)) }));
      const offer = await insertQuote(tx, {
        id,
        memoHash,
        requestedUnits,
        candidates,
        senderWallet,
        endpoint,
        caller,
        now,
        expiresAt,
        freeAt,
      });
      if (offer) return { memo, memoHash, quotedAt: now, expiresAt, ...offer };
    }
    throw retryable(
      "no_free_amount",
      "Every amount near this one is reserved. Ask for a slightly different amount, or retry.",
      NO_SLOT_RETRY_SECONDS,
    );
  });
}
