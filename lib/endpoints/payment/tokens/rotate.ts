import { z } from "zod";
import { requireChain } from "@/lib/money/call/rails";
import { rotateBySignature } from "@/lib/money/tokens/wallet-tokens";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { Signature, Wallet } from "@/lib/schemas/money";

export const rotatePaymentToken = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens/rotate",
  tag: "Payment",
  summary: "A new token for an account, in place of the old one, by the wallet's signature",
  description:
    "The wallet signs the text of GET /api/payment/claim-message?purpose=rotate for this account and token. Without `token_id` it gives a token to an account that has none in use. The old token ends at once; credits stay. A signature serves once.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({ wallet: Wallet, signature: Signature, account_id: z.int().positive(), token_id: z.int().positive().nullish() }),
  response: z.strictObject({ token: z.string().describe("Shown once."), token_short: z.string(), account_id: z.int(), balance: z.int() }),
  errors: {
    not_found: z.object({}),
    token_in_use: z.object({}),
    verification_failed: z.object({
      reason: z.string().optional(),
      sign: z.object({ message: z.string(), expires_at: z.iso.datetime(), how: z.string() }).optional(),
    }),
    payment_disabled: z.object({ reason: z.string().optional() }),
    rpc_unavailable: z.object({ retryable: z.boolean().optional(), retry_after: z.int().optional() }),
  },
  example: { body: { wallet: `0x${"11".repeat(20)}`, signature: `0x${"00".repeat(65)}`, account_id: 1, token_id: 1 } },
}).handle(async ({ body, db, baseUrl, now }) => {
  const { wallet, signature, account_id: accountId } = body;
  const rotated = await rotateBySignature({ db, chain: requireChain(), baseUrl, wallet, signature, now }, accountId, body.token_id ?? null);
  return { token: rotated.token, token_short: rotated.tokenShort, account_id: accountId, balance: rotated.balance };
});
