import { z } from "zod";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;

export const Wallet = z
  .string()
  .trim()
  .regex(ADDRESS, "must be 0x and 40 hex digits")
  .describe("0x and 40 hex digits")
  .transform((text) => text.toLowerCase());
export const TxHash = z
  .string()
  .trim()
  .regex(HASH, "must be 0x and 64 hex digits")
  .transform((text) => text.toLowerCase());
/** 65 bytes for an externally owned account; a contract wallet's signature may be long. */
export const Signature = z
  .string()
  .trim()
  .regex(/^0x(?:[0-9a-fA-F]{2}){1,6000}$/, "must be 0x and hex digits")
  .describe("Of the wallet, over the text that GET /api/payment/claim-message gives: 0x and hex digits");

const Id = z.int().positive();
export const AccountId = Id.describe("One of the accounts that POST /api/payment/tokens lists for the wallet");
export const TokenId = Id.describe(
  "The token to replace, as POST /api/payment/tokens lists it; left out where the account has none in use",
);

export const NON_REFUNDABLE = "Non-refundable: credits, once bought, are not exchanged back into money. They do not expire.";

export const WalletTerms = z
  .strictObject({
    address: z.string().nullable().describe("Where to send USDC; null while nothing is sold."),
    currency: z.literal("USDC"),
    network: z.literal("base"),
    contract: z.string().describe("The USDC contract; no other token counts."),
    decimals: z.literal(6),
    chain_id: z.int(),
  })
  .meta({ id: "WalletTerms" });

export const TokenEntry = z
  .strictObject({
    id: z.int(),
    token_short: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    revoked: z.boolean(),
  })
  .meta({ id: "TokenEntry" });

export const SIGNATURE_ERRORS = {
  verification_failed: z.object({
    reason: z.string().optional(),
    sign: z.object({ message: z.string(), expires_at: z.iso.datetime(), how: z.string() }).optional(),
  }),
  payment_disabled: z.object({ reason: z.string().optional() }),
  rpc_unavailable: z.object({ retryable: z.boolean().optional(), retry_after: z.int().optional() }),
};

const IN_GRACE = { token_in_grace: z.object({ ends: z.iso.datetime().optional() }) };

export const CREATION_ERRORS = {
  ...IN_GRACE,
  invalid_idempotency_key: z.object({}),
  token_already_shown: z.object({ id: z.int(), token_short: z.string() }),
  per_account_token_cap_reached: z.object({ limit: z.int() }),
};

export const ENDING_ERRORS = {
  ...IN_GRACE,
  confirmation_required: z.object({ credits_lost: z.int(), suspended_until: z.iso.datetime() }),
};
