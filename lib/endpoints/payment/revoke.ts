import { z } from "zod";
import { revokeToken } from "@/db/queries/money/tokens/tokens";
import { tokenShort } from "@/lib/money/tokens/access-token";
import { UNAUTHENTICATED } from "@/lib/money/call/token/bearer-call";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";

const MESSAGE =
  "This token is not accepted any more. The credits stay with the account: its other tokens spend them, and the wallet that first paid into it can get a new token by signature.";

export const paymentRevoke = defineEndpoint({
  method: "POST",
  path: "/api/payment/revoke",
  tag: "Payment",
  summary: "Ends the token that the call is made with, for good",
  description: "For a token that leaked. From then on it is answered with 401. Credits stay with the account.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    message: z.string(),
    token_short: z.string(),
    balance_at_revoke: z.int(),
    revoked_at: z.iso.datetime(),
  }),
}).handle(async (context) => {
  const holder = holderOf(context);
  const balance = await revokeToken(context.db, holder.tokenId, context.now);
  if (balance === null) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  return { message: MESSAGE, token_short: tokenShort(holder), balance_at_revoke: balance, revoked_at: context.now.toISOString() };
});
