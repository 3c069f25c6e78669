import { z } from "zod";
import { tokenShort } from "@/lib/money/tokens/access-token";
import { requireChain } from "@/lib/money/call/rails";
import { listAccountsBySignature } from "@/lib/money/tokens/wallet-tokens";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { Signature, TokenEntry, Wallet } from "@/lib/schemas/money";

export const paymentTokens = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens",
  tag: "Payment",
  summary: "Accounts and tokens of a wallet, by its signature",
  description:
    "For who lost a token, and for the surplus of single payments: the wallet that first paid into an account signs the text of GET /api/payment/claim-message?purpose=tokens. Tokens themselves are not kept; POST /api/payment/tokens/rotate gives a new one.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({ wallet: Wallet, signature: Signature }),
  response: z.strictObject({
    wallet: z.string(),
    accounts: z.array(z.strictObject({ id: z.int(), balance: z.int(), created: z.iso.datetime(), tokens: z.array(TokenEntry) })),
  }),
  errors: {
    verification_failed: z.object({
      reason: z.string().optional(),
      sign: z.object({ message: z.string(), expires_at: z.iso.datetime(), how: z.string() }).optional(),
    }),
    payment_disabled: z.object({ reason: z.string().optional() }),
    rpc_unavailable: z.object({ retryable: z.boolean().optional(), retry_after: z.int().optional() }),
  },
  example: { body: { wallet: `0x${"11".repeat(20)}`, signature: `0x${"00".repeat(65)}` } },
}).handle(async ({ body: { wallet, signature }, db, baseUrl, now }) => {
  const accounts = await listAccountsBySignature({ db, chain: requireChain(), baseUrl, wallet, signature, now });
  return {
    wallet,
    accounts: accounts.map(({ id, spendable, createdAt, tokens }) => ({
      id,
      balance: spendable,
      created: createdAt.toISOString(),
      tokens: tokens.map((token) => ({
        id: token.id,
        token_short: tokenShort(token),
        name: token.name,
        created: token.createdAt.toISOString(),
        revoked: token.revokedAt !== null,
      })),
    })),
  };
});
