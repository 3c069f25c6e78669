import type { Db } from "@/db/client";
import { freeClaim, spendClaim, type AnswerPlace, type ClaimedCall, type TxKey } from "@/db/queries/money/call/claims";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { lockSpendable } from "@/db/queries/money/purchase/purchases";
import { freeAnswerKey } from "@/db/queries/money/call/stored-answers";
import { priceUnits } from "@/lib/domain/money/credits";
import { ApiError } from "@/lib/errors";
import { mintToken } from "@/lib/money/tokens/access-token";
import { chargeDraft, type CallTerms, type PaidCall } from "../paid-call";
import { crashPoint } from "../crash-point";
import { walletMark } from "../payer-key";
import { refusal } from "../refusals";

export const txPlace = ({ chainId, txHash }: TxKey, requestHash: string): AnswerPlace => ({
  scope: "tx",
  key: `${chainId}:${txHash}`,
  requestHash,
});

export function shortOf(credits: number, required: number): ApiError {
  const shortfall = required - credits;
  return refusal(
    "insufficient_credits_from_tx",
    `The transaction is worth ${credits} of the ${required} credits that this call costs. It stays claimable.`,
    { tx_credits: credits, required, shortfall, shortfall_base_units: priceUnits(shortfall).toString() },
  );
}

/** A token stands in no body and in no stored answer: a repeat cannot give it again. */
const tokenHeaders = (token: string, balance: number): Record<string, string> => ({
  "X-Payment-Token": token,
  "X-Payment-Token-Balance": String(balance),
  "X-Payment-Token-Note": "Given once, with this answer. A signature of the paying wallet replaces it.",
  Vary: "X-Payment-Tx, X-Payment-Quote, X-Payment-Signature",
});

/** A call that a claimed hash pays for. `surplus` becomes a token where the payer proved to be it. */
export function claimedCall(
  db: Db,
  tx: TxKey,
  call: ClaimedCall,
  { payer, hasToken, accountId, place }: { payer: string; hasToken: boolean; accountId: number; place: AnswerPlace | null },
  terms: CallTerms,
): PaidCall {
  const { holdId } = call;
  const places = [txPlace(tx, terms.requestHash), ...(place ? [place] : [])];
  const mark = walletMark(payer);
  return {
    payer: mark,
    reference: holdId,
    accountId: async () => accountId,
    remaining: { charged: 0, waived: 0 },
    async charge({ receipt, at, hasDraft, ...answer }) {
      await crashPoint("call:computed");
      const surplus = hasToken ? await lockSpendable(db, accountId) : 0;
      const minted = surplus > 0 ? mintToken(`call ${tx.txHash.slice(0, 10)}`, "purchase") : null;
      const spending = { holdId, receipt, answer, places, token: minted?.row ?? null, now: at };
      const isSpent = await (
        hasDraft ? chargeDraft(db, holdId, (inner) => spendClaim(inner, tx, spending)) : spendClaim(db, tx, spending)
      ).catch(async (error: unknown) => {
        // Its answer is stored where it was charged after all: the same request gets it.
        if ((await findHoldStatus(db, holdId)) === "captured") return true;
        throw error;
      });
      if (!isSpent) throw new ApiError("hold_lost");
      await crashPoint("call:captured");
      return minted ? tokenHeaders(minted.token, surplus) : {};
    },
    async waive({ receipt, at }, reason) {
      await freeClaim(db, tx, {
        holdId,
        receipt,
        waiver: { reason, endpoint: terms.endpoint, credits: terms.credits, payer: mark },
        now: at,
      });
      if (place) await freeAnswerKey(db, place);
      return { "X-Payment-State": "unspent" };
    },
    async abandon() {
      await freeClaim(db, tx, { holdId, receipt: null, waiver: null, now: new Date() });
      if (place) await freeAnswerKey(db, place);
    },
  };
}
