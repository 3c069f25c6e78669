import { z } from "zod";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";
import { tokenShort } from "@/lib/money/base/access-token";
import { endToken } from "@/lib/money/tokens/account-tokens";
import { ENDING_ERRORS } from "@/lib/schemas/money";

const MESSAGE =
  "This token is not accepted any more, nor are those that it created. The credits stay with the account: its other tokens spend them, and the wallet that first paid into it can get a new token by signature.";

export const paymentRevoke = defineEndpoint({
  method: "POST",
  path: "/api/payment/revoke",
  tag: "Payment",
  summary: "Revoke the token that the call is made with, for good",
  description:
    "Ends a token, for instance one that leaked. Calls with it, or with a token that it created, are then answered with 401. Credits stay with the account. The last token of an account that has credits and no wallet needs `confirm: true`, since nobody could spend them any more; a call without it ends nothing, suspends the token for 10 minutes and says what would be lost.",
  access: token({ acceptsSuspended: true }),
  reads: [],
  maxAgeSeconds: 0,
  body: z
    .object({ confirm: z.boolean().default(false).describe("Ends the token even if no other token and no wallet reaches the credits") })
    .default({ confirm: false }),
  response: z.strictObject({
    message: z.string(),
    token_short: z.string(),
    balance_at_revoke: z.int(),
    revoked_at: z.iso.datetime(),
    ended: z.int().describe("How many tokens ended: this token and the tokens that it created."),
  }),
  errors: ENDING_ERRORS,
  example: { body: { confirm: true } },
}).handle(async (context) => {
  const { db, now, body } = context;
  const holder = holderOf(context);
  const { balance, ended } = await endToken(db, { actor: holder, tokenId: holder.tokenId, isConfirmed: body.confirm, now });
  return {
    message: MESSAGE,
    token_short: tokenShort(holder),
    balance_at_revoke: balance,
    revoked_at: now.toISOString(),
    ended: ended.length,
  };
});
