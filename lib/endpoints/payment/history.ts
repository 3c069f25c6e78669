import { z } from "zod";
import { listPurchases, sumPurchases } from "@/db/queries/money/purchase/purchase-history";
import { tokenShort } from "@/lib/money/tokens/access-token";
import { usdOf } from "@/lib/domain/money/credits";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";

const LISTED = 100;

export const paymentHistory = defineEndpoint({
  method: "GET",
  path: "/api/payment/history",
  tag: "Payment",
  summary: "Purchases of an account, newest first",
  description: `At most the newest ${LISTED} are listed; the count and the totals are over all. Credits that the operator granted or imported are no purchases. A purchase whose block left the chain is taken back and not listed.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    token_short: z.string(),
    current_balance: z.int(),
    total_purchased_usd: z.number().describe("Exact to six decimals."),
    total_credits_added: z.int(),
    purchase_count: z.int(),
    purchases: z.array(
      z.strictObject({
        tx_hash: z.string(),
        amount_usd: z.number(),
        credits_added: z.int(),
        block_number: z.int(),
        confirmed_at: z.iso.datetime(),
      }),
    ),
  }),
}).handle(async (context) => {
  const holder = holderOf(context);
  const totals = await sumPurchases(context.db, holder.accountId);
  const listed = await listPurchases(context.db, holder.accountId, LISTED);
  return {
    token_short: tokenShort(holder),
    current_balance: spendableOf(holder),
    total_purchased_usd: usdOf(totals.units),
    total_credits_added: totals.credits,
    purchase_count: totals.count,
    purchases: listed.map(({ txHash, units, credits, blockNumber, confirmedAt }) => ({
      tx_hash: txHash,
      amount_usd: usdOf(units),
      credits_added: credits,
      block_number: blockNumber,
      confirmed_at: confirmedAt.toISOString(),
    })),
  };
});
