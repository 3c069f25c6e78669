import { z } from "zod";
import { accountIfValid } from "@/lib/money/call/token/bearer-account";
import { idempotencyKeyOf } from "@/lib/money/call/credential";
import { makeQuote, type QuoteOffer } from "@/lib/money/purchase/make-quote";
import { oncePerKey } from "@/lib/money/call/once-per-key";
import { requireSellingChain } from "@/lib/money/base/rails";
import { checksummed, type Chain } from "@/lib/money/chain/chain";
import { refuseEmbargoed } from "@/lib/money/purchase/refuse-embargoed";
import { gaslessOffer, paymentUri, quoteIdOf } from "@/lib/money/purchase/quote-terms";
import { formatUsd, MAX_PURCHASE_UNITS, MIN_PURCHASE_UNITS, priceUnits, unitsOf, usdOf } from "@/lib/domain/money/credits";
import { GRACE_SECONDS, MAX_RESERVED_AMOUNTS, QUOTE_SECONDS, UNITS_PER_CENT } from "@/lib/domain/money/quote";
import { ApiError, ERRORS } from "@/lib/errors";
import { hashedAddressKey, reservationKey } from "@/lib/http/limits/address-keys";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { NON_REFUNDABLE, Wallet } from "@/lib/schemas/money";
import { GaslessOffer } from "@/lib/schemas/purchase";
import { premiumPrices } from "../premium-prices";
import { pathOf } from "@/lib/http/target";

const RETRY = z.object({ reason: z.string().optional(), retryable: z.boolean().optional(), retry_after: z.int().optional() });

function unitsOfAmount(usd: number | undefined): bigint {
  const units = usd === undefined ? null : unitsOf(usd);
  if (units === null || units < MIN_PURCHASE_UNITS || units > MAX_PURCHASE_UNITS || units % UNITS_PER_CENT !== 0n) {
    const received = usd === undefined ? "Nothing was given." : `Got ${usd}.`;
    throw new ApiError("invalid_amount", `${ERRORS.invalid_amount.hint} ${received}`, {
      parameter: "amount_usd",
      min: usdOf(MIN_PURCHASE_UNITS),
      max: usdOf(MAX_PURCHASE_UNITS),
      decimals: 2,
    });
  }
  return units;
}

function matches(path: string, requested: string): boolean {
  const pattern = path.replace(/[.*+?^${}()|\\]/g, "\\$&").replace(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(requested);
}

function priceOf(endpoint: string): { path: string; units: bigint } {
  const [, method, target = ""] = /^(?:(GET|POST|DELETE)\s+)?(\S+)$/.exec(endpoint.trim()) ?? [];
  const path = pathOf(target);
  const price = premiumPrices.find((entry) => (method === undefined || entry.method === method) && matches(entry.path, path));
  if (!price) throw new ApiError("unknown_endpoint", undefined, { parameter: "endpoint" });
  return { path, units: priceUnits(price.credits) };
}

const QuoteAnswer = z.strictObject({
  quote_id: z.string().describe("Id of the quote. Unlike the memo it is no secret and does not collect the credits."),
  wallet: z.string(),
  sender_wallet: z.string().nullable(),
  memo: z.string().describe("A secret, since its holder can collect the credits. Also called nonce."),
  amount: z.string().describe("Exactly what to send, in USDC: at least two decimals, never rounded. No other quote has this amount."),
  amount_usd: z.number().describe("The same as a number."),
  amount_base_units: z.string().describe("The same in millionths of a USDC."),
  asked_usd: z.number(),
  credits: z.int(),
  endpoint: z.string().nullable(),
  currency: z.literal("USDC"),
  network: z.literal("base"),
  chain_id: z.int(),
  contract: z.string(),
  decimals: z.literal(6),
  payment_uri: z.string().describe("The payment as a URI (EIP-681), for a wallet's link or QR code."),
  gasless: GaslessOffer.nullable().describe("What to sign where this service pays the gas; null where it does not."),
  quoted_at: z.iso.datetime().describe("By this service's clock, as the expiry is."),
  expires_at: z.iso.datetime(),
  ttl_seconds: z.int(),
  grace_seconds: z.int().describe("A payment that is mined so long after expiry still counts."),
  next_step: z.string(),
  refund: z.string(),
});

interface QuoteTerms {
  requestedUnits: bigint;
  senderWallet: string | null;
  endpoint: string | null;
}

function termsOf(body: {
  amount_usd?: number | undefined;
  endpoint?: string | undefined;
  sender_wallet?: string | null | undefined;
}): QuoteTerms {
  if (body.endpoint !== undefined && body.amount_usd !== undefined) {
    throw new ApiError("invalid_request_body", "Give `amount_usd` or `endpoint`, not both.");
  }
  const call = body.endpoint === undefined ? null : priceOf(body.endpoint);
  const requestedUnits = call ? call.units : unitsOfAmount(body.amount_usd);
  return { requestedUnits, senderWallet: body.sender_wallet ?? null, endpoint: call?.path ?? null };
}

function answerOf(offer: QuoteOffer, { requestedUnits, senderWallet, endpoint }: QuoteTerms, chain: Chain): z.input<typeof QuoteAnswer> {
  const { memo, units, credits, quotedAt, expiresAt } = offer;
  const wallet = checksummed(chain.payTo);
  const confirm =
    endpoint === null
      ? "POST /api/payment/confirm with nonce (this memo), and with tx_hash if you know it"
      : `call ${endpoint} with X-Payment-Tx and X-Payment-Quote: ${memo}`;
  return {
    quote_id: quoteIdOf(offer),
    wallet,
    sender_wallet: senderWallet,
    memo,
    amount: formatUsd(units),
    amount_usd: usdOf(units),
    amount_base_units: units.toString(),
    asked_usd: usdOf(requestedUnits),
    credits,
    endpoint,
    currency: "USDC",
    network: "base",
    chain_id: chain.chainId,
    contract: checksummed(chain.usdc),
    decimals: 6,
    payment_uri: paymentUri(chain, units),
    gasless: endpoint === null ? gaslessOffer(chain, { ...offer, requestedUnits, senderWallet }) : null,
    quoted_at: quotedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    ttl_seconds: QUOTE_SECONDS,
    grace_seconds: GRACE_SECONDS,
    next_step: `Send exactly ${formatUsd(units)} USDC on Base to ${wallet} before ${expiresAt.toISOString()}, then ${confirm}. Compare the address with /llms.txt and the operator's profile first.`,
    refund: NON_REFUNDABLE,
  };
}

export const buyCredits = defineEndpoint({
  method: "POST",
  path: "/api/payment/buy-credits",
  tag: "Payment",
  summary: "Buy credits: a quote that says exactly which amount of USDC to send for them",
  description: `The amount to send is the asked one plus less than a cent, so that no other quote has it: the payment is recognised by it. While many amounts of that cent are reserved, it may be a cent higher. With \`endpoint\` instead of \`amount_usd\` the quote is for one call. At most ${MAX_RESERVED_AMOUNTS} unpaid amounts are reserved for one caller, which is the account of an \`Authorization: Bearer\` token, else an IPv4 address or IPv6 /48; each until ${GRACE_SECONDS / 3600} hours after its quote expired. \`Idempotency-Key\`, a random value of at least 16 characters, repeats the same quote for the same body. ${NON_REFUNDABLE}`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  body: z.object({
    amount_usd: z
      .number()
      .optional()
      .describe("0.5 to 10000, at most two decimals")
      .meta({ invalid: "invalid_amount", missing: "invalid_amount" }),
    endpoint: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe("Path of a premium endpoint: a quote for one call of it")
      .meta({ invalid: "unknown_endpoint" }),
    sender_wallet: Wallet.nullish().describe("Only this wallet's payment counts").meta({ invalid: "invalid_sender_wallet" }),
  }),
  response: QuoteAnswer,
  errors: {
    invalid_amount: z.object({
      parameter: z.string().optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      decimals: z.int().optional(),
    }),
    invalid_sender_wallet: z.object({ parameter: z.string().optional() }),
    unknown_endpoint: z.object({ parameter: z.string().optional() }),
    jurisdiction_blocked: z.object({ country: z.string().optional(), reference: z.string().optional() }),
    invalid_idempotency_key: z.object({}),
    idempotency_in_progress: RETRY,
    too_many_open_quotes: RETRY.extend({ limit: z.int().optional() }),
    payment_disabled: z.object({ reason: z.string().optional() }),
    no_free_amount: RETRY,
  },
  example: { body: { amount_usd: 5 } },
}).handle(({ body, db, now, address, headers, tokenHash }) => {
  const chain = requireSellingChain();
  refuseEmbargoed(headers);
  const terms = termsOf(body);
  const { requestedUnits, endpoint, senderWallet } = terms;
  return oncePerKey(db, {
    owner: { purpose: "buy", accountId: null, caller: hashedAddressKey(address) },
    idempotencyKey: idempotencyKeyOf(headers, { hasToken: false }),
    request: { asked: requestedUnits.toString(), endpoint, senderWallet },
    repeat: "sealed",
    now,
    async run() {
      const caller = reservationKey(await accountIfValid(db, { headers, tokenHash }), address);
      return answerOf(await makeQuote(db, { requestedUnits, senderWallet, endpoint, caller, now }), terms, chain);
    },
  });
});
