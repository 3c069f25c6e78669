import { z } from "zod";
import { GRACE_SECONDS } from "@/lib/domain/money/token-limits";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { idempotencyKeyOf } from "@/lib/money/call/credential";
import { requireChain } from "@/lib/money/base/rails";
import { rotateByBearer } from "@/lib/money/tokens/rotate-by-bearer";
import { rotateBySignature } from "@/lib/money/tokens/wallet-tokens";
import { AccountId, CREATION_ERRORS, Signature, SIGNATURE_ERRORS, TokenId, Wallet } from "@/lib/schemas/money";

const Body = z
  .object({
    grace_seconds: z
      .union(GRACE_SECONDS.map((seconds) => z.literal(seconds)))
      .optional()
      .describe("With a token: for how long the old one may still spend; 0 unless given"),
    wallet: Wallet.optional(),
    signature: Signature.optional(),
    account_id: AccountId.optional(),
    token_id: TokenId.nullish(),
  })
  .default({});

type Body = z.output<typeof Body>;

function requireSignedBody({ wallet, signature, account_id: accountId, token_id: tokenId }: Body) {
  if (wallet !== undefined && signature !== undefined && accountId !== undefined) {
    return { wallet, signature, accountId, tokenId: tokenId ?? null };
  }
  const [missing] = Object.entries({ wallet, signature, account_id: accountId }).find(([, value]) => value === undefined) ?? [];
  throw new ApiError("invalid_request_body", `\`${missing}\` is needed where the call has no token.`, { parameter: missing });
}

export const rotatePaymentToken = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens/rotate",
  tag: "Payment",
  summary: "Rotate a token: a new token for an account, in place of the old one",
  description:
    "By `Authorization: Bearer`, the new token replaces the one of the call, which may still spend for `grace_seconds`, and nothing else, so that production goes on while the new one is put in place. With 0 it ends at once, and so do tokens that it replaced before. What the old token created belongs to the new one. By the wallet's signature over the text of GET /api/payment/claim-message?purpose=rotate for this account and token, the old token ends at once; without `token_id` an account that has no token in use gets one. A signature serves once. Credits stay. The token is shown once: a repeat by bearer with the same `Idempotency-Key` is answered with 409 and its id.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: Body,
  response: z.strictObject({
    token: z.string().describe("Shown once."),
    token_short: z.string(),
    account_id: z.int(),
    balance: z.int(),
    old_token_ends: z.iso.datetime().describe("Until then the replaced token may spend."),
  }),
  errors: {
    ...SIGNATURE_ERRORS,
    ...CREATION_ERRORS,
    invalid_token: z.object({}),
    token_suspended: z.object({ suspended_until: z.iso.datetime(), retry_after: z.int() }),
    multiple_credentials: z.object({}),
    not_found: z.object({}),
    token_in_use: z.object({}),
  },
  example: { body: { wallet: `0x${"11".repeat(20)}`, signature: `0x${"00".repeat(65)}`, account_id: 1, token_id: 1 } },
}).handle(async ({ body, db, baseUrl, headers, tokenHash, now }) => {
  if (tokenHash !== null && (body.wallet ?? body.signature) !== undefined) throw new ApiError("multiple_credentials");
  if (tokenHash === null && body.grace_seconds !== undefined) {
    throw new ApiError("invalid_request_body", "`grace_seconds` needs a token: a signature ends the old one at once.", {
      parameter: "grace_seconds",
    });
  }
  if (tokenHash !== null) {
    const idempotencyKey = idempotencyKeyOf(headers, { hasToken: true });
    const rotated = await rotateByBearer(db, tokenHash, { graceSeconds: body.grace_seconds ?? 0, idempotencyKey, now });
    return {
      token: rotated.token,
      token_short: rotated.tokenShort,
      account_id: rotated.accountId,
      balance: rotated.balance,
      old_token_ends: rotated.graceUntil.toISOString(),
    };
  }
  const { wallet, signature, accountId, tokenId } = requireSignedBody(body);
  const rotated = await rotateBySignature({ db, chain: requireChain(), baseUrl, wallet, signature, now }, accountId, tokenId);
  return {
    token: rotated.token,
    token_short: rotated.tokenShort,
    account_id: accountId,
    balance: rotated.balance,
    old_token_ends: now.toISOString(),
  };
});
