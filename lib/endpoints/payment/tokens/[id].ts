import { z } from "zod";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";
import { tokenShort } from "@/lib/money/base/access-token";
import { endToken } from "@/lib/money/tokens/account-tokens";
import { ENDING_ERRORS } from "@/lib/schemas/money";
import { booleanParam, integerParam } from "@/lib/schemas/params";

export const deletePaymentToken = defineEndpoint({
  method: "DELETE",
  path: "/api/payment/tokens/[id]",
  tag: "Payment",
  summary: "Ends a token and the tokens that it created",
  description:
    "A token ends itself, the tokens that it created, and those that these created. `may_end` in GET /api/payment/tokens says which. Tokens that the ended ones had replaced, and that could still spend, end too. Credits stay with the account.",
  access: token({ acceptsSuspended: true }),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: integerParam(1, 999_999_999_999_999).describe("Of the token, as GET /api/payment/tokens lists it") }),
  query: z.object({
    confirm: booleanParam()
      .default(false)
      .describe("Ends the token also where no other token and no wallet could reach the credits any more"),
  }),
  response: z.strictObject({
    ended: z.array(z.strictObject({ id: z.int(), token_short: z.string(), name: z.string() })),
    balance: z.int(),
    revoked_at: z.iso.datetime(),
  }),
  errors: { ...ENDING_ERRORS, token_not_found: z.object({}) },
  example: { params: { id: "1" } },
}).handle(async ({ params, query, db, holder, now }) => {
  const { balance, ended } = await endToken(db, { actor: holderOf({ holder }), tokenId: params.id, isConfirmed: query.confirm, now });
  return {
    ended: ended.map((one) => ({ id: one.id, token_short: tokenShort(one), name: one.name })),
    balance,
    revoked_at: now.toISOString(),
  };
});
