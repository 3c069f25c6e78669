import { z } from "zod";
import { UNFINISHED_STATES } from "@/lib/domain/money/unfinished-payment";

const Explorer = z.string().nullable().describe("The transaction in a public block explorer; null for a chain without a known one.");

export const AccountPurchase = z
  .strictObject({
    tx_hash: z.string(),
    amount_usd: z.number(),
    credits_added: z.int(),
    block_number: z.int(),
    confirmed_at: z.iso.datetime(),
    amount_base_units: z.string().describe("The same amount in millionths of a USDC."),
    bonus_credits: z.int().describe("Those of `credits_added` that the volume discount gave."),
    sender: z.string(),
    chain_id: z.int(),
    explorer_url: Explorer,
    state: z.enum(["credited", "final"]).describe("`final` once the chain can no longer take the payment back."),
  })
  .meta({ id: "AccountPurchase" });

export const UnfinishedPayment = z
  .strictObject({
    state: z.enum(UNFINISHED_STATES),
    next_step: z.string(),
    amount_usd: z.number().nullable().describe("USDC that the quote asks for; null for a disputed payment."),
    amount_base_units: z.string().nullable(),
    credits: z.int().describe("Credits that the quote gives; of a disputed payment the credits that are held."),
    endpoint: z.string().nullable().describe("Set where the quote pays for one call."),
    sender_wallet: z.string().nullable().describe("The only wallet whose payment counts; null for any."),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    tx_hash: z.string().nullable().describe("The payment, once it was seen."),
    explorer_url: Explorer,
    confirmations: z.int().nullable().describe("Blocks after the payment's, as of `chain_read_at`."),
    required_confirmations: z.int().nullable().describe("Null where the chain's `safe` block decides."),
  })
  .meta({ id: "UnfinishedPayment" });
