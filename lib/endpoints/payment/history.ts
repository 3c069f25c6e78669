import { z } from "zod";
import { listPurchases, sumPurchases, type ListedPurchase } from "@/db/queries/money/purchase/purchase-history";
import { tokenShort } from "@/lib/money/base/access-token";
import { env } from "@/lib/config/env";
import { bonusCredits, usdOf } from "@/lib/domain/money/credits";
import { explorerUrl } from "@/lib/domain/money/explorer";
import { reservationKey } from "@/lib/http/limits/address-keys";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { unfinishedPayments } from "@/lib/loaders/money/unfinished-payments";
import { csvOf } from "@/lib/schemas/csv";
import { AccountPurchase, UnfinishedPayment } from "@/lib/schemas/purchases";

export const MOST_PURCHASES = 100;

const toCsv = csvOf(AccountPurchase);

function toPurchase({ chainId, txHash, sender, units, credits, blockNumber, confirmedAt, isFinal }: ListedPurchase) {
  return {
    tx_hash: txHash,
    amount_usd: usdOf(units),
    credits_added: credits,
    block_number: blockNumber,
    confirmed_at: confirmedAt.toISOString(),
    amount_base_units: units.toString(),
    bonus_credits: bonusCredits(units, credits),
    sender,
    chain_id: chainId,
    explorer_url: explorerUrl(chainId, txHash),
    state: isFinal ? ("final" as const) : ("credited" as const),
  };
}

export const paymentHistory = defineEndpoint({
  method: "GET",
  path: "/api/payment/history",
  tag: "Payment",
  summary: "Payment history: purchases of an account, newest first",
  description: `At most the newest ${MOST_PURCHASES} are listed; the count and the totals are over all. Credits that the operator granted or imported are no purchases. A purchase whose block left the chain is taken back and not listed. \`unfinished\` has what the account was offered by its own bearer token and did not pay yet, or paid and did not get yet, with what to do about it.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    token_short: z.string(),
    current_balance: z.int(),
    total_purchased_usd: z.number().describe("Exact to six decimals."),
    total_credits_added: z.int(),
    purchase_count: z.int(),
    purchases: z.array(AccountPurchase),
    unfinished: z.array(UnfinishedPayment).describe("Offers that are still open, and payments that were seen and not credited."),
    chain_read_at: z.iso.datetime().nullable().describe("When the chain was last read for payments; null before the first time."),
  }),
  csv: ({ purchases }) => toCsv(purchases),
}).handle(async (context) => {
  const holder = holderOf(context);
  const totals = await sumPurchases(context.db, holder.accountId);
  const listed = await listPurchases(context.db, holder.accountId, MOST_PURCHASES);
  const { CHAIN_ID, OPERATOR_CONTACT } = env();
  const { unfinished, chainReadAt } = await unfinishedPayments(context.db, {
    accountId: holder.accountId,
    caller: reservationKey(holder.accountId, context.address),
    chainId: CHAIN_ID,
    contact: OPERATOR_CONTACT ?? null,
    now: context.now,
  });
  return {
    token_short: tokenShort(holder),
    current_balance: spendableOf(holder),
    total_purchased_usd: usdOf(totals.units),
    total_credits_added: totals.credits,
    purchase_count: totals.count,
    purchases: listed.map(toPurchase),
    unfinished,
    chain_read_at: chainReadAt?.toISOString() ?? null,
  };
});
