import { z } from "zod";
import { MOST_CREATED_PER_DAY, MOST_LIVE_TOKENS, isPrintable, TOKEN_NAME_LENGTH } from "@/lib/domain/money/token-limits";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { idempotencyKeyOf } from "@/lib/money/call/credential";
import { createToken } from "@/lib/money/tokens/account-tokens";
import { CREATION_ERRORS } from "@/lib/schemas/money";

export const createPaymentToken = defineEndpoint({
  method: "POST",
  path: "/api/payment/tokens/create",
  tag: "Payment",
  summary: "Create one more token of the same account, with a name",
  description: `Makes a further token of the account, so that each place that spends has its own and can be cut off alone. All tokens of an account share its credits. The new token ends with the token that created it. An account has at most ${MOST_LIVE_TOKENS} tokens and creates ${MOST_CREATED_PER_DAY} a UTC day. The token is shown once and not stored: a repeat with the same \`Idempotency-Key\` is answered with 409 and the id of the token that the first request made.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(TOKEN_NAME_LENGTH)
      .refine(isPrintable, "has control characters")
      .describe("Where it is used, for the list of tokens"),
  }),
  response: z.strictObject({
    id: z.int(),
    token: z.string().describe("Shown once."),
    token_short: z.string(),
    name: z.string(),
    parent: z.int().nullable().describe("The token with which this one ends."),
    balance: z.int(),
  }),
  errors: {
    ...CREATION_ERRORS,
    token_daily_limit_reached: z.object({ limit: z.int(), retry_after: z.int() }),
  },
  example: { body: { name: "nightly report" } },
}).handle(async ({ body, db, headers, holder, now }) => {
  const owner = holderOf({ holder });
  const idempotencyKey = idempotencyKeyOf(headers, { hasToken: true });
  const created = await createToken(db, { actor: owner, name: body.name, idempotencyKey, now });
  return {
    id: created.id,
    token: created.token,
    token_short: created.tokenShort,
    name: created.name,
    parent: created.parentId,
    balance: spendableOf(owner),
  };
});
