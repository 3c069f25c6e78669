import type { Db } from "@/db/client";
import {
  freeClaim,
  spendClaim,
  type BoundAnswerKey,
  type SpendClaim,
  type TransactionCall,
  type TxKey,
} from "@/db/queries/money/call/claims";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { lockSpendable } from "@/db/queries/money/purchase/purchases";
import { freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { priceUnits } from "@/lib/domain/money/credits";
import { ApiError } from "@/lib/errors";
import { mintToken } from "../../base/access-token";
import { chargeWith, waiverOf, type CallTerms, type FinishedCall, type OnCharge, type PaidCall, type Surplus } from "../paid-call";
import { crashPoint } from "../../base/crash-point";
import { walletMark } from "../token/payer-key";
import { refusal } from "../../base/refusals";

export const transactionAnswerKey = ({ chainId, txHash }: TxKey, requestHash: string): BoundAnswerKey => ({
  scope: "tx",
  key: `${chainId}:${txHash}`,
  requestHash,
});

export function transactionTooSmall(credits: number, required: number): ApiError {
  const shortfall = required - credits;
  return refusal(
    "insufficient_credits_from_tx",
    `The transaction is worth ${credits} of the ${required} credits that this call costs. It stays claimable.`,
    { tx_credits: credits, required, shortfall, shortfall_base_units: priceUnits(shortfall).toString() },
  );
}

/** Serves the token in headers only. No stored answer contains it, and no repeat serves it again. */
const tokenHeaders = (token: string, balance: number): Record<string, string> => ({
  "X-Payment-Token": token,
  "X-Payment-Token-Balance": String(balance),
  "X-Payment-Token-Note": "Given once, with this answer. A signature of the paying wallet replaces it.",
  Vary: "X-Payment-Tx, X-Payment-Quote, X-Payment-Signature",
});

interface Funding {
  payer: string;
  accountId: number;
  /** Whether a surplus is returned as a token, which only a payer with a proof gets. */
  hasToken: boolean;
  credits: number;
  payerKey: BoundAnswerKey | null;
}

async function spend(db: Db, tx: TxKey, spending: SpendClaim, onCharge: OnCharge | undefined): Promise<void> {
  const { holdId } = spending;
  const charge = chargeWith(db, { reference: holdId, onCharge }, (inner) => spendClaim(inner, tx, spending));
  const isSpent = await charge.catch(async (error: unknown) => {
    // The connection can die after the commit. The answer is stored then, and a repeat of the request gets it.
    if ((await findHoldStatus(db, holdId)) === "captured") return true;
    throw error;
  });
  if (!isSpent) throw new ApiError("hold_lost");
}

async function chargeTransaction(
  db: Db,
  { tx, holdId, answerKeys }: { tx: TxKey; holdId: string; answerKeys: readonly BoundAnswerKey[] },
  { hasToken, accountId }: Funding,
  { receipt, at, onCharge, ...answer }: FinishedCall,
): Promise<Record<string, string>> {
  await crashPoint("call:computed");
  const surplus = hasToken ? await lockSpendable(db, accountId) : 0;
  const minted = surplus > 0 ? mintToken(`call ${tx.txHash.slice(0, 10)}`, "purchase") : null;
  await spend(db, tx, { holdId, receipt, answer, answerKeys, token: minted?.row ?? null, now: at }, onCharge);
  await crashPoint("call:captured");
  return minted ? tokenHeaders(minted.token, surplus) : {};
}

/** Without proof nobody is given a token for it, since anyone can present a transaction that is public. */
function surplusOf({ payer, hasToken, credits }: Funding, price: number): Surplus | null {
  if (hasToken || credits <= price) return null;
  return {
    credits: credits - price,
    wallet: payer,
    how_to_collect:
      "Credited to the account of the wallet that paid. With it sign the text of GET /api/payment/claim-message?purpose=tokens, and POST /api/payment/tokens shows the account; sign that of purpose=rotate, and POST /api/payment/tokens/rotate gives a token of it.",
  };
}

export function transactionPaidCall(db: Db, tx: TxKey, call: TransactionCall, funding: Funding, terms: CallTerms): PaidCall {
  const { holdId } = call;
  const { accountId, payerKey } = funding;
  const answerKeys = [transactionAnswerKey(tx, terms.requestHash), ...(payerKey ? [payerKey] : [])];
  const payer = walletMark(funding.payer);
  return {
    payer,
    reference: holdId,
    accountId: async () => accountId,
    remaining: { charged: 0, waived: 0 },
    surplus: surplusOf(funding, terms.credits),
    charge: (finished) => chargeTransaction(db, { tx, holdId, answerKeys }, funding, finished),
    async waive({ receipt, at, ...answer }, reason) {
      await freeClaim(db, tx, { holdId, receipt, waiver: waiverOf(terms, payer, reason, answer), now: at });
      if (payerKey) await freeAnswerKey(db, payerKey);
      return { "X-Payment-State": "unspent" };
    },
    async abandon() {
      await freeClaim(db, tx, { holdId, receipt: null, waiver: null, now: new Date() });
      if (payerKey) await freeAnswerKey(db, payerKey);
    },
  };
}
