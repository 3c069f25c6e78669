import { z } from "zod";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { requireChain } from "@/lib/money/base/rails";
import { endAccountBySignature } from "@/lib/money/tokens/wallet-tokens";
import { AccountId, Signature, SIGNATURE_ERRORS, Wallet } from "@/lib/schemas/money";

export const endAllPaymentTokens = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens/end-all",
  tag: "Payment",
  summary: "End all tokens and sessions of an account, by the wallet's signature",
  description:
    "For a token that was stolen: whatever the thief created or replaced ends with it. The wallet that first paid into the account signs the text of GET /api/payment/claim-message?purpose=end-all. Credits stay; POST /api/payment/tokens/rotate then gives a new token to the same wallet.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({ wallet: Wallet, signature: Signature, account_id: AccountId }),
  response: z.strictObject({ account_id: z.int(), ended: z.int().describe("How many tokens were accepted until now."), balance: z.int() }),
  errors: { ...SIGNATURE_ERRORS, not_found: z.object({}) },
  example: { body: { wallet: `0x${"11".repeat(20)}`, signature: `0x${"00".repeat(65)}`, account_id: 1 } },
}).handle(async ({ body: { wallet, signature, account_id: accountId }, db, baseUrl, now }) => {
  const { balance, ended } = await endAccountBySignature({ db, chain: requireChain(), baseUrl, wallet, signature, now }, accountId);
  return { account_id: accountId, ended: ended.length, balance };
});
