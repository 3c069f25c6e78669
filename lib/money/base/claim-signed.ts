import { inTransaction, type Db } from "@/db/client";
import { gasSpent, lockClaims, payerUse, type AuthorizationKey } from "@/db/queries/money/call/x402";
import { env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { DAY_MS, HOUR_MS } from "@/lib/domain/basics/time";
import type { ApiError } from "@/lib/errors";
import { isLow, isTooDear, reservedGwei } from "@/lib/money/chain/gas";
import { usdcBalanceOf } from "@/lib/money/chain/usdc-balance";
import type { X402 } from "@/lib/money/chain/x402";
import { onChain, retryable } from "./refusals";

const FAILURE_LIMIT = { failures: 5, windowMs: HOUR_MS } as const;
/** Share of the daily budget from which the operator is told. */
const WARNING_SHARE = 0.8;

/** Why this service does not pay the gas of a transfer now. */
export type GasReason = "out_of_gas" | "gas_too_expensive" | "daily_budget";

export const GAS_RETRY_SECONDS = 600;

export const GAS_MESSAGES: Readonly<Record<GasReason, string>> = {
  out_of_gas: "The account that pays the gas is empty.",
  gas_too_expensive: "Gas is too expensive right now.",
  daily_budget: "The gas that this service pays in 24 hours is used up.",
};

export type RefuseGas = (reason: GasReason) => ApiError;

/** Most gas in gwei that sending this payment may cost now; null where a facilitator pays it. Throws while it should not be sent. */
export async function reserveGas({ settler }: X402, units: bigint, maxAgeMs: number, refuse: RefuseGas): Promise<number | null> {
  if (!settler) return null;
  const state = await onChain(settler.gasState(maxAgeMs));
  if (isTooDear(units, state)) throw refuse("gas_too_expensive");
  if (isLow(state)) {
    log.error("the settler has too little ether for gas, so it sends no payments", {
      settler: settler.address,
      balanceWei: state.balance.toString(),
    });
    throw refuse("out_of_gas");
  }
  return reservedGwei(units, state);
}

async function requireBudget(tx: Db, gasGwei: number, now: Date, refuse: RefuseGas): Promise<void> {
  const budget = env().GASLESS_GAS_GWEI_PER_DAY;
  const usedGwei = await gasSpent(tx, new Date(now.getTime() - DAY_MS));
  if (usedGwei + gasGwei > budget) {
    log.error("the daily budget for gas is used up, so no more payments are sent", { usedGwei, budgetGwei: budget });
    throw refuse("daily_budget");
  }
  const warningAt = budget * WARNING_SHARE;
  if (usedGwei < warningAt && usedGwei + gasGwei >= warningAt) {
    log.warn("the daily budget for gas is nearly used up", { usedGwei: usedGwei + gasGwei, budgetGwei: budget });
  }
}

const useOf = (db: Db, { payer, nonce }: Pick<AuthorizationKey, "payer" | "nonce">, now: Date) =>
  payerUse(db, { payer, nonce, now, since: new Date(now.getTime() - FAILURE_LIMIT.windowMs) });

function refuseFailures(failures: number): void {
  if (failures < FAILURE_LIMIT.failures) return;
  throw retryable("too_many_failed_payments", undefined, FAILURE_LIMIT.windowMs / 1000, { limit: FAILURE_LIMIT.failures });
}

/** Refuses a payer whose payments failed again and again, before the chain is asked. */
export const refuseRepeatedFailures = async (db: Db, key: Pick<AuthorizationKey, "payer" | "nonce">, now: Date): Promise<void> =>
  refuseFailures((await useOf(db, key, now)).failures);

interface SignedClaim {
  payer: string;
  nonce: string;
  units: bigint;
  gasGwei: number | null;
  now: Date;
}

export interface Claiming {
  claim: SignedClaim;
  /** Writes the claim. False when another request has it. */
  take(tx: Db): Promise<boolean>;
  refuseGas: RefuseGas;
  insufficientBalance(): ApiError;
}

/**
 * Claims while a payer's payments under way are covered by its balance. Each costs us gas, also one
 * that reverts, and after a failure those under way count as failures to come. Without a known balance
 * it claims only while no other payment draws on it, and else answers null.
 */
const claimWith = (db: Db, { claim, take, refuseGas, insufficientBalance }: Claiming, balance: bigint | null): Promise<boolean | null> =>
  inTransaction(db, async (tx) => {
    await lockClaims(tx);
    const { failures, unsettled, unsettledUnits } = await useOf(tx, claim, claim.now);
    refuseFailures(failures > 0 ? failures + unsettled : 0);
    if (unsettled > 0 && balance === null) return null;
    if (balance !== null && unsettledUnits + claim.units > balance) throw insufficientBalance();
    if (claim.gasGwei !== null) await requireBudget(tx, claim.gasGwei, claim.now, refuseGas);
    return take(tx);
  });

/**
 * Claims a signed payment before it is sent, for a call or a purchase. Its payer's means and the day's
 * gas must allow one more.
 */
export async function claimSigned(db: Db, { chain }: X402, claiming: Claiming): Promise<boolean> {
  const isTaken = await claimWith(db, claiming, null);
  if (isTaken !== null) return isTaken;
  return (await claimWith(db, claiming, await onChain(usdcBalanceOf(chain, claiming.claim.payer)))) === true;
}
