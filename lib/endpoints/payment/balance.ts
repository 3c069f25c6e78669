import { z } from "zod";
import { sumPurchases } from "@/db/queries/money/purchase/purchase-history";
import { findLastUse } from "@/db/queries/money/call/usage";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";

export const paymentBalance = defineEndpoint({
  method: "GET",
  path: "/api/payment/balance",
  tag: "Payment",
  summary: "Balance: credits that a token can spend",
  description:
    "The balance is the account's: all its tokens share it. Credits that a call under way has set aside are not in it: they are `held`, and come back when that call ends without a charge, at the latest two minutes after it began. Credits do not expire.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    balance: z.int(),
    credits_remaining: z.int().describe("The same as `balance`."),
    held: z
      .int()
      .describe("Credits that calls under way have set aside. They are either charged or back in the balance when those calls end."),
    created: z.iso.datetime().describe("When this token was made."),
    last_used: z.iso.datetime().nullable().describe("When this token was last presented for a paid call; null when it never was."),
    total_purchased: z.int().describe("Credits from purchases, without credits that the operator granted."),
  }),
}).handle(async (context) => {
  const holder = holderOf(context);
  const purchased = await sumPurchases(context.db, holder.accountId);
  const lastUse = await findLastUse(context.db, holder);
  return {
    balance: spendableOf(holder),
    credits_remaining: spendableOf(holder),
    held: holder.held,
    created: holder.tokenCreatedAt.toISOString(),
    last_used: lastUse?.toISOString() ?? null,
    total_purchased: purchased.credits,
  };
});
