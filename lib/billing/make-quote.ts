import { randomBytes, randomInt } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { countOpenQuotes, insertQuote, lockCaller } from "@/db/queries/quotes";
import { creditsFor } from "@/lib/domain/credits";
import { graceEnds, MOST_EXTRA_UNITS, MOST_OPEN_QUOTES, QUOTE_SECONDS } from "@/lib/domain/quote";
import { hashMemo } from "./confirm-purchase";
import { retryable } from "./refusals";

export interface QuoteRequest {
  askedUnits: bigint;
  /** Lower case. */
  senderWallet: string | null;
  endpoint: string | null;
  /** Hash of the asking address. */
  caller: string;
  now: Date;
}

export interface MadeQuote {
  memo: string;
  units: bigint;
  credits: number;
  expiresAt: Date;
}

const FEW = 16;
const NO_SLOT_RETRY_SECONDS = 60;

const newMemo = (): string => `aed-${randomBytes(8).toString("hex")}`;

/** Some random extras at first; when they were all taken, every one there is, from a random place on. */
function extrasOf(attempt: number): number[] {
  if (attempt < 2) return Array.from({ length: FEW }, () => randomInt(1, MOST_EXTRA_UNITS + 1));
  const start = randomInt(MOST_EXTRA_UNITS);
  return Array.from({ length: MOST_EXTRA_UNITS }, (_, index) => ((start + index) % MOST_EXTRA_UNITS) + 1);
}

const ATTEMPTS = 4;

/** Makes an offer whose exact amount is nobody else's. Throws where the caller has too many open, or every amount is taken. */
export function makeQuote(db: Db, { askedUnits, senderWallet, endpoint, caller, now }: QuoteRequest): Promise<MadeQuote> {
  const memo = newMemo();
  const expiresAt = new Date(now.getTime() + QUOTE_SECONDS * 1000);
  return inTransaction(db, async (tx) => {
    await lockCaller(tx, caller);
    const { open, nextExpiry } = await countOpenQuotes(tx, caller, now);
    if (open >= MOST_OPEN_QUOTES) {
      const seconds = Math.max(1, Math.ceil(((nextExpiry ?? expiresAt).getTime() - now.getTime()) / 1000));
      throw retryable("too_many_open_quotes", `${MOST_OPEN_QUOTES} quotes of this address are open. Pay one, or wait until one expires.`, seconds, { limit: MOST_OPEN_QUOTES });
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const candidates = extrasOf(attempt).map((extra) => {
        const units = askedUnits + BigInt(extra);
        return { units, credits: Number(creditsFor(askedUnits, units)) };
      });
      const made = await insertQuote(tx, { memoHash: hashMemo(memo), askedUnits, candidates, senderWallet, endpoint, caller, now, expiresAt, freeAt: graceEnds(expiresAt) });
      if (made) return { memo, expiresAt, ...made };
    }
    throw retryable("no_free_amount", "Every amount near this one is reserved by an open quote. Ask for a slightly different amount, or retry.", NO_SLOT_RETRY_SECONDS);
  });
}
