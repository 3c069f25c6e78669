import { randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import type { HttpAnswer, HttpCall } from "../support/server/http-call";
import type { Payer } from "./world";

/** A question of the mix: how often it is asked, and which status answers it while nothing is at fault. */
export interface Question {
  name: string;
  share: number;
  status: number;
  /** True where every process must give the same answer. */
  isCompared: boolean;
  isPaid: boolean;
  call(payer: Payer): HttpCall;
}

const free = (target: string, share: number): Question => ({
  name: target,
  share,
  status: 200,
  isCompared: true,
  isPaid: false,
  call: () => ({ target }),
});

const paid = (target: string, share: number): Question => ({
  name: target,
  share,
  status: 200,
  isCompared: true,
  isPaid: true,
  // The key lets a caller whose connection broke ask again without paying twice. Budgets that nothing exceeds make each request
  // another one, since many identical ones are refused as a loop.
  call: ({ bearer }) => ({
    target: `${target}&budget=${randomInt(10_000, 1_000_000)}`,
    headers: { ...bearer, "idempotency-key": randomUUID() },
  }),
});

const unpaidHash: Question = {
  // Answers are 409, since nobody can tell this hash from an unsealed payment's.
  name: "a payment that is not on the chain",
  share: 2,
  status: 409,
  isCompared: false,
  isPaid: false,
  call: () => ({
    target: "/api/premium/routing?task=code",
    headers: { "x-payment-tx": `0x${randomUUID().replaceAll("-", "").padEnd(64, "0")}` },
  }),
};

const balance: Question = {
  name: "/api/payment/balance",
  share: 5,
  status: 200,
  isCompared: false,
  isPaid: false,
  call: ({ bearer }) => ({ target: "/api/payment/balance", headers: bearer }),
};

const unknownToken: Question = {
  name: "an unknown token",
  share: 3,
  status: 401,
  isCompared: false,
  isPaid: false,
  call: () => ({
    target: "/api/premium/routing?task=code",
    headers: { authorization: `Bearer aed_live_${"0".repeat(32)}${randomUUID().replaceAll("-", "")}` },
  }),
};

/** Mostly free answers, a third of them paid, and some that are refused. */
export const questions = (hasChain: boolean): Question[] => [
  free("/api/models?provider=anthropic", 20),
  free("/api/embeddings", 10),
  free("/api/harnesses", 10),
  free("/models", 5),
  paid("/api/premium/routing?task=code", 20),
  paid("/api/premium/routing?task=reasoning", 10),
  balance,
  unknownToken,
  ...(hasChain ? [unpaidHash] : []),
];

export function pick(all: readonly Question[], random: () => number): Question {
  let left = random() * all.reduce((sum, { share }) => sum + share, 0);
  return all.find(({ share }) => (left -= share) < 0) ?? (all[0] as Question);
}

const Billing = z.object({ billing: z.object({ credits_charged: z.int() }) });

/** Null where the answer does not say it. */
export function chargeOf({ text }: HttpAnswer): number | null {
  try {
    return Billing.parse(JSON.parse(text)).billing.credits_charged;
  } catch {
    return null;
  }
}
