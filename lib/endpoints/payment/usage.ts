import { z } from "zod";
import { summarizeUsage } from "@/db/queries/money/call/usage";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";

const RECENT = 25;
const ENDPOINTS = 100;

export const paymentUsage = defineEndpoint({
  method: "GET",
  path: "/api/payment/usage",
  tag: "Payment",
  summary: "What an account's credits were spent on",
  description: `Totals are over all charged calls of the account; calls that were not charged do not count. \`by_endpoint\` has the ${ENDPOINTS} most called paths as they are declared, \`recent\` the newest ${RECENT} calls with the ids of their receipts.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    token_balance: z.int(),
    total_calls: z.int(),
    total_credits_spent: z.int(),
    by_endpoint: z.record(z.string(), z.strictObject({ calls: z.int(), credits: z.int(), last_seen: z.iso.datetime() })),
    recent: z.array(z.strictObject({ endpoint: z.string(), credits: z.int(), at: z.iso.datetime(), receipt_id: z.string().nullable() })),
  }),
}).handle(async (context) => {
  const holder = holderOf(context);
  const usage = await summarizeUsage(context.db, holder.accountId, { endpointLimit: ENDPOINTS, recentLimit: RECENT });
  return {
    token_balance: spendableOf(holder),
    total_calls: usage.calls,
    total_credits_spent: usage.credits,
    by_endpoint: Object.fromEntries(
      usage.endpoints.map(({ endpoint, calls, credits, lastAt }) => [endpoint, { calls, credits, last_seen: lastAt.toISOString() }]),
    ),
    recent: usage.recent.map(({ endpoint, credits, at, receiptId }) => ({
      endpoint,
      credits,
      at: at.toISOString(),
      receipt_id: receiptId,
    })),
  };
});
