import { z } from "zod";

const Sign = z.strictObject({ header: z.string(), message: z.string(), expires_at: z.iso.datetime(), how: z.string() });

const PerCall = z
  .strictObject({
    header: z.string(),
    amount: z.string().describe("In millionths of a USDC."),
    asset: z.string(),
    payTo: z.string(),
    chainId: z.int(),
    how: z.string(),
    max_age_seconds: z.int(),
    quote: z.strictObject({ header: z.string(), how: z.string() }),
    sign: Sign,
  })
  .meta({ id: "PerCallTerms" });

const Offered = z
  .strictObject({
    enabled: z.literal(true),
    wallet: z.string(),
    currency: z.literal("USDC"),
    network: z.string(),
    contract: z.string(),
    minimum_amount_usd: z.number(),
    credits_required: z.int(),
    credits_per_usd: z.number(),
    credits: z.strictObject({ cost: z.int(), buy: z.string() }),
    per_call: PerCall,
    x402: z.strictObject({ versions: z.array(z.int()), headers: z.array(z.string()), network: z.string() }).nullable(),
  })
  .meta({ id: "PaymentOffered" });

const NotOffered = z
  .strictObject({ enabled: z.literal(false), wallet: z.null(), reason: z.string().nullable(), credits_required: z.int() })
  .meta({ id: "PaymentNotOffered" });

/** Version 1 of x402 reads it from the body; version 2 from the PAYMENT-REQUIRED header. */
const X402Terms = z
  .strictObject({
    scheme: z.string(),
    network: z.string(),
    maxAmountRequired: z.string(),
    resource: z.string(),
    description: z.string(),
    mimeType: z.string(),
    payTo: z.string(),
    maxTimeoutSeconds: z.int(),
    asset: z.string(),
    extra: z.looseObject({}),
  })
  .meta({ id: "X402Terms" });

/** What a 402 says besides what every problem does: the price, and each way to pay it. */
export const PaymentDemand = z
  .looseObject({
    credits_required: z.int(),
    x402Version: z.literal(1),
    accepts: z.array(X402Terms).describe("Empty where x402 is not offered."),
    resource: z.string(),
    payment: z.union([Offered, NotOffered]),
    endpoints: z.strictObject({ info: z.string(), quote: z.string(), confirm: z.string(), balance: z.string() }),
    flow_options: z
      .strictObject({ recommended: z.string(), x402_fallback: z.string(), x402_v2: z.string().optional() })
      .optional()
      .describe("Each way to pay in words; absent where nothing is sold."),
  })
  .meta({ id: "PaymentDemand" });

export type PaymentDemand = z.input<typeof PaymentDemand>;
