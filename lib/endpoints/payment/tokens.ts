import { z } from "zod";
import { TOKEN_STATES, tokenState } from "@/lib/domain/money/token-limits";
import { tokenShort } from "@/lib/money/base/access-token";
import { requireChain } from "@/lib/money/base/rails";
import { listAccountTokens, LISTED_TOKENS } from "@/lib/money/tokens/list-account-tokens";
import { listAccountsBySignature } from "@/lib/money/tokens/wallet-tokens";
import { defineEndpoint, free, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";
import { Signature, SIGNATURE_ERRORS, TokenEntry, Wallet } from "@/lib/schemas/money";

export const paymentTokens = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens",
  tag: "Payment",
  summary: "Accounts and tokens of a wallet, by its signature",
  description:
    "For the owner of a lost token, or of the surplus of single payments: the wallet that first paid into an account signs the text of GET /api/payment/claim-message?purpose=tokens. Tokens themselves are not stored; POST /api/payment/tokens/rotate gives a new one.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({ wallet: Wallet, signature: Signature }),
  response: z.strictObject({
    wallet: z.string(),
    accounts: z.array(z.strictObject({ id: z.int(), balance: z.int(), created: z.iso.datetime(), tokens: z.array(TokenEntry) })),
  }),
  errors: SIGNATURE_ERRORS,
  example: { body: { wallet: `0x${"11".repeat(20)}`, signature: `0x${"00".repeat(65)}` } },
}).handle(async ({ body: { wallet, signature }, db, baseUrl, now }) => {
  const accounts = await listAccountsBySignature({ db, chain: requireChain(), baseUrl, wallet, signature, now });
  return {
    wallet,
    accounts: accounts.map(({ id, spendable, createdAt, tokens }) => ({
      id,
      balance: spendable,
      created: createdAt.toISOString(),
      tokens: tokens.map((one) => ({
        id: one.id,
        token_short: tokenShort(one),
        name: one.name,
        created: one.createdAt.toISOString(),
        revoked: tokenState(one, now) === "ended",
      })),
    })),
  };
});

export const listPaymentTokens = defineEndpoint({
  method: "GET",
  path: "/api/payment/tokens",
  tag: "Payment",
  summary: "The tokens of the account of a token, newest first",
  description: `The newest ${LISTED_TOKENS}, ended ones too. Tokens themselves are not stored, only their first characters. A token \`in grace\` was replaced and may still spend until it \`ends\`, but neither create nor replace nor end tokens.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    account_id: z.int(),
    tokens: z.array(
      z
        .strictObject({
          id: z.int(),
          token_short: z.string(),
          name: z.string(),
          state: z.enum(TOKEN_STATES),
          created: z.iso.datetime(),
          last_used: z.iso.datetime().nullable().describe("When it was last presented for a paid call; null when it never was."),
          parent: z
            .int()
            .nullable()
            .describe("The token that created it or was replaced by it. When that token is ended, this one ends too."),
          ends: z.iso.datetime().nullable().describe("When it is no longer accepted, or since when it is not; null while it has no end."),
          suspended_until: z.iso.datetime().nullable(),
          is_current: z.boolean().describe("Whether this call was made with it."),
          may_end: z.boolean().describe("Whether DELETE /api/payment/tokens/{id} by this call's token ends it."),
        })
        .meta({ id: "AccountToken" }),
    ),
  }),
}).handle(async (context) => {
  const { db, now } = context;
  const holder = holderOf(context);
  return { account_id: holder.accountId, tokens: await listAccountTokens(db, holder, now) };
});
