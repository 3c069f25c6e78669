import { z } from "zod";
import { checksummed } from "@/lib/money/chain/chain";
import { GASLESS_PATH, MIN_GASLESS_UNITS } from "@/lib/domain/money/gasless";
import { EMBARGOED } from "@/lib/domain/money/selling";
import { CALL_PRICE, creditsFor, RATES, UNITS_PER_USD, usdOf } from "@/lib/domain/money/credits";
import { env } from "@/lib/config/env";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { publishedWallet } from "@/lib/money/purchase/published-wallet";
import { offersGasless, transferDomain } from "@/lib/money/purchase/quote-terms";
import { NON_REFUNDABLE, WalletTerms } from "@/lib/schemas/money";
import { TransferDomain } from "@/lib/schemas/purchase";

const Bundle = z.strictObject({ amount_usd: z.number(), credits: z.int(), rate: z.string() });
const steps = z.array(z.string());
const Flows = z.strictObject({ with_quote: steps, x402_fallback: steps });

const FLOWS: z.input<typeof Flows> = {
  with_quote: [
    "POST /api/payment/buy-credits with `amount_usd`, in whole cents: the answer names the exact amount to send, the wallet and a secret `memo`.",
    "Compare the wallet's address with the other places where it is published, then send exactly that amount of USDC on Base within 30 minutes.",
    "POST /api/payment/confirm with `nonce` (the memo), and with `tx_hash` if you know it: the answer holds the token, once. With an `Authorization: Bearer` header it tops that account up instead.",
    "Call premium endpoints with `Authorization: Bearer <token>`; GET /api/payment/balance says what is left.",
  ],
  x402_fallback: [
    "Call a premium endpoint without credentials: the 402 says the price and how to pay for this call alone.",
    "Pay: let an x402 client sign, or send the USDC yourself.",
    "Call again with the client's payment header, or with `X-Payment-Tx: <transaction hash>`.",
  ],
};

const bundles = RATES.map(({ fromUnits, label }) => {
  const units = fromUnits === 0n ? UNITS_PER_USD : fromUnits;
  return { amount_usd: Number(units / UNITS_PER_USD), credits: Number(creditsFor(units)), rate: label };
});

const PRICING = {
  base_rate: "50 credits per 1 USD in USDC (0.02 USD per credit)",
  volume_bundles: bundles,
  tiers: {
    "1_enhanced_data": "1 credit per call",
    "2_computed_intelligence": `${CALL_PRICE.min} to ${CALL_PRICE.max} credits per call; GET /api/meta names each price`,
  },
  flows: FLOWS,
};

function operator() {
  const { OPERATOR_LEGAL_ENTITY, OPERATOR_JURISDICTION, OPERATOR_CONTACT, OPERATOR_SOCIAL_URL } = env();
  return {
    legal_entity: OPERATOR_LEGAL_ENTITY ?? null,
    jurisdiction: OPERATOR_JURISDICTION,
    contact: OPERATOR_CONTACT ?? null,
    social: OPERATOR_SOCIAL_URL ?? null,
  };
}

const walletTerms = (address: string | null) => ({
  address,
  currency: "USDC" as const,
  network: "base" as const,
  contract: checksummed(env().USDC_ADDRESS),
  decimals: 6 as const,
  chain_id: env().CHAIN_ID,
});

function verification(baseUrl: string) {
  const { OPERATOR_SOCIAL_URL } = env();
  return {
    attestation_method: "TLS and publication in several places",
    address_published_at: [
      `${baseUrl}/llms.txt`,
      ...(OPERATOR_SOCIAL_URL ? [OPERATOR_SOCIAL_URL] : ["the operator's social profile (none is configured yet)"]),
    ],
    note: "The address stands here, in llms.txt and in the operator's social profile. Do not send funds if they differ.",
  };
}

function gaslessTerms(isEnabled: boolean) {
  const isAvailable = isEnabled && offersGasless();
  return {
    available: isAvailable,
    submit_to: GASLESS_PATH,
    minimum_usd: usdOf(MIN_GASLESS_UNITS),
    domain: isAvailable ? transferDomain(env().CHAIN_ID, env().USDC_ADDRESS) : null,
    how: "The `gasless` member of a quote is what the paying wallet signs; this service sends the transfer and pays its gas.",
  };
}

const saleTerms = () => ({
  refund: NON_REFUNDABLE,
  no_training: "Answers are licensed for inference-only use: they may not train or fine-tune models.",
  disputes:
    "Where the holder of a quote's memo and the wallet that paid both claim a purchase, what is left of it is held until the operator has decided.",
  sanctions: `Payments from sanctioned wallets are refused, and nothing is sold in embargoed countries (${[...EMBARGOED].join(", ")}).`,
  no_charge: "A failed, stale or empty answer costs nothing.",
  kill_switch: "The operator may stop sales at any time; credits already bought keep working.",
  governing_law: env().OPERATOR_JURISDICTION,
});

export const paymentInfo = defineEndpoint({
  method: "GET",
  path: "/api/payment/info",
  tag: "Payment",
  summary: "Payment info: who sells here, into which wallet, at which rates",
  description:
    "Compare the address with the other places in `verification.address_published_at` before you pay, and do not send funds if they differ. While nothing is sold, `enabled` is false and `reason` says why.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  response: z.strictObject({
    enabled: z.boolean(),
    reason: z.string().nullable(),
    operator: z.strictObject({
      legal_entity: z.string().nullable(),
      jurisdiction: z.string(),
      contact: z.string().nullable(),
      social: z.string().nullable(),
    }),
    wallet: WalletTerms,
    gasless: z
      .strictObject({
        available: z.boolean(),
        submit_to: z.string(),
        minimum_usd: z.number(),
        domain: TransferDomain.nullable().describe("EIP-712 domain of USDC on this chain; null where gasless purchases are not offered."),
        how: z.string(),
      })
      .describe("Buying without ether for gas."),
    pricing: z.strictObject({
      base_rate: z.string(),
      volume_bundles: z.array(Bundle),
      tiers: z.record(z.string(), z.string()),
      flows: Flows,
    }),
    flow: Flows,
    verification: z.strictObject({ attestation_method: z.string(), address_published_at: z.array(z.string()), note: z.string() }),
    terms: z.record(z.string(), z.string()),
  }),
}).handle(({ baseUrl }) => {
  const { address, isEnabled, reason } = publishedWallet();
  return {
    enabled: isEnabled,
    reason,
    operator: operator(),
    wallet: walletTerms(address),
    gasless: gaslessTerms(isEnabled),
    pricing: PRICING,
    flow: FLOWS,
    verification: verification(baseUrl),
    terms: saleTerms(),
  };
});
