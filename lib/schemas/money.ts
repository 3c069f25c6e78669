import { z } from "zod";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;

export const Wallet = z
  .string()
  .trim()
  .regex(ADDRESS, "must be 0x and 40 hex digits")
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
  .regex(/^0x(?:[0-9a-fA-F]{2}){1,6000}$/, "must be 0x and hex digits");

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
