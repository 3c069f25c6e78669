import { inTransaction, type Db } from "@/db/client";
import { findSubmission, gaslessUse, lockSubmissions, takeSubmission, type NewSubmission } from "@/db/queries/money/purchase/gasless";
import { env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { DAY_MS } from "@/lib/domain/basics/time";
import { GASLESS_PER_WALLET } from "@/lib/domain/money/gasless";
import { ApiError } from "@/lib/errors";
import { onChain, retryable } from "../../call/refusals";
import { MAX_FEE_PER_GAS, MAX_GAS } from "../../chain/settlement-sender";
import type { Settler } from "../../chain/settler";

const WEI_PER_GWEI = 1_000_000_000n;
export const gweiOf = (wei: bigint): number => Number((wei + WEI_PER_GWEI - 1n) / WEI_PER_GWEI);
const GAS_RETRY_SECONDS = 600;
/** Share of the daily budget from which the operator is told. */
const WARNING_SHARE = 0.8;

function unavailable(reason: "not_configured" | "out_of_gas" | "gas_too_expensive" | "daily_budget", message: string): ApiError {
  return retryable(
    "gasless_unavailable",
    `${message} No money moved: send the USDC yourself, the quote stays as it is.`,
    GAS_RETRY_SECONDS,
    {
      reason,
    },
  );
}

export const notConfigured = (): ApiError => unavailable("not_configured", "This service does not pay the gas of purchases.");

/** Most gas that one transfer may cost at today's price, in gwei. Throws while the settler cannot pay it. */
export async function priceGas(settler: Settler): Promise<number> {
  const { balance, maxFeePerGas } = await onChain(settler.gasState());
  if (maxFeePerGas > MAX_FEE_PER_GAS) throw unavailable("gas_too_expensive", "Gas is too expensive right now.");
  if (balance < MAX_GAS * maxFeePerGas) {
    log.error("the settler has too little ether for gas: purchases without gas are refused", {
      settler: settler.address,
      balanceWei: balance.toString(),
    });
    throw unavailable("out_of_gas", "The account that pays the gas is empty.");
  }
  return gweiOf(MAX_GAS * maxFeePerGas);
}

function requireBudget(usedGwei: number, gasGwei: number): void {
  const budget = env().GASLESS_GAS_GWEI_PER_DAY;
  if (usedGwei + gasGwei > budget) {
    log.error("the daily budget for the gas of purchases is used up: further ones are refused", { usedGwei, budgetGwei: budget });
    throw unavailable("daily_budget", "The gas that this service pays in 24 hours is used up.");
  }
  const warningAt = budget * WARNING_SHARE;
  if (usedGwei < warningAt && usedGwei + gasGwei >= warningAt) {
    log.warn("the daily budget for the gas of purchases is nearly used up", { usedGwei: usedGwei + gasGwei, budgetGwei: budget });
  }
}

function requireTurn(earlier: readonly Date[], now: Date): void {
  if (earlier.length < GASLESS_PER_WALLET) return;
  const free = (earlier.at(-GASLESS_PER_WALLET) as Date).getTime() + DAY_MS;
  throw retryable("too_many_gasless", undefined, Math.max(1, Math.ceil((free - now.getTime()) / 1000)), { limit: GASLESS_PER_WALLET });
}

/** Claims the signed transfer within the limits, before it is sent. */
export async function claimGasless(db: Db, submission: NewSubmission): Promise<void> {
  const { payer, gasGwei, quoteId, now } = submission;
  const isTaken = await inTransaction(db, async (tx) => {
    await lockSubmissions(tx);
    const use = await gaslessUse(tx, payer, new Date(now.getTime() - DAY_MS));
    requireTurn(use.ofPayer, now);
    requireBudget(use.gasGwei, gasGwei);
    return takeSubmission(tx, submission);
  });
  if (isTaken) return;
  const other = await findSubmission(db, quoteId);
  if (!other) throw new ApiError("authorization_used", undefined, { reason: "authorization_used" });
  if (other.payer !== payer) throw new ApiError("gasless_already_submitted");
  throw retryable("payment_in_flight", "This signed transfer is being sent. Do not sign another: retry.", 1, {
    payment_state: "pending",
  });
}
