import { checksummed, type Chain } from "../chain/chain";
import type { X402 } from "../chain/x402";
import { encodePaymentRequired, paymentRequiredBody, paymentRequirements, type X402Terms } from "../chain/x402-terms";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import { formatUsd, priceUnits, RATES, usdOf } from "@/lib/domain/money/credits";
import { ApiError, type ErrorCode } from "@/lib/errors";
import type { CallTerms } from "./paid-call";
import { HOW_TO_SEND, signingText, type SigningText } from "../base/prove-payer";
import { offeredX402, type Rails } from "../base/rails";
import type { PaymentDemand } from "@/lib/schemas/payment-demand";

export interface Resource {
  baseUrl: string;
  target: string;
  description: string;
  /** What the call takes, for indexers of x402. */
  extensions?: Readonly<Record<string, unknown>>;
}

type PaymentOffered = Extract<PaymentDemand["payment"], { enabled: true }>;

const NETWORKS: Record<number, string> = { 8453: "base", 84_532: "base-sepolia" };
/** Placeholder in the text to sign, because the payer does not know the hash yet. */
const HASH_PLACEHOLDER = "{tx_hash}";

/** These lengths keep all headers of a 402 under 16 KB, above which clients refuse the answer. */
const MAX_TARGET_LENGTH = 4096;
const MAX_CHALLENGE_LENGTH = 3000;

const x402Resource = ({ baseUrl, target, description }: Resource) => ({
  url: `${baseUrl}${target.length > MAX_TARGET_LENGTH ? target.split("?", 1)[0] : target}`,
  description,
  mimeType: "application/json",
});

export const x402TermsOf = (x402: X402, terms: CallTerms, resource: Resource): X402Terms =>
  paymentRequirements(x402.chain, terms.credits, x402Resource(resource));

/** What a payer signs to pay one call by a transaction. */
export const callPurpose = ({ chainId }: Chain, txHash: string, { method, requestHash }: CallTerms, { target }: Resource) =>
  ({ purpose: "call", chainId, txHash, method, target: `${target} ${requestHash}` }) as const;

export function callSigningText(chain: Chain, txHash: string, terms: CallTerms, resource: Resource): SigningText {
  return {
    ...signingText(resource.baseUrl, callPurpose(chain, txHash, terms, resource), terms.now),
    how: HOW_TO_SEND.call,
  };
}

function perCallTerms(rails: Rails, chain: Chain, terms: CallTerms, resource: Resource): PaymentOffered["per_call"] {
  return {
    header: "X-Payment-Tx",
    amount: priceUnits(terms.credits).toString(),
    asset: checksummed(chain.usdc),
    payTo: checksummed(chain.payTo),
    chainId: chain.chainId,
    how: rails.isBareAllowed
      ? "Send at least this amount of USDC, then send this same request again with X-Payment-Tx: <transaction hash>. The hash pays for one call."
      : "Send at least this amount of USDC, then send this same request again with X-Payment-Tx: <transaction hash> and X-Payment-Signature or X-Payment-Quote.",
    max_age_seconds: rails.bareMaxAgeSeconds,
    quote: {
      header: "X-Payment-Quote",
      how: `POST /api/payment/buy-credits {"endpoint":"${resource.target.split("?", 1)[0]}"} gives an amount of your own and a memo; send the memo in this header.`,
    },
    sign: { header: "X-Payment-Signature", ...callSigningText(chain, HASH_PLACEHOLDER, terms, resource) },
  };
}

function paymentMember(rails: Rails, chain: Chain, terms: CallTerms, resource: Resource, isSignedOffered: boolean): PaymentOffered {
  const units = priceUnits(terms.credits);
  return {
    enabled: true,
    wallet: checksummed(chain.payTo),
    currency: "USDC",
    network: NETWORKS[chain.chainId] ?? `eip155:${chain.chainId}`,
    contract: checksummed(chain.usdc),
    minimum_amount_usd: usdOf(units),
    credits_required: terms.credits,
    credits_per_usd: Number(RATES[0].creditsPerUsd),
    credits: { cost: terms.credits, buy: "/api/payment/buy-credits" },
    per_call: perCallTerms(rails, chain, terms, resource),
    x402: isSignedOffered ? { versions: [2, 1], headers: ["PAYMENT-SIGNATURE", "X-PAYMENT"], network: `eip155:${chain.chainId}` } : null,
  };
}

const ENDPOINTS = {
  info: "/api/payment/info",
  quote: "/api/payment/buy-credits",
  confirm: "/api/payment/confirm",
  balance: "/api/payment/balance",
};
const FLOWS = {
  recommended:
    "Buy credits once (POST /api/payment/buy-credits, send the exact amount, POST /api/payment/confirm) and send Authorization: Bearer <token>.",
  x402_fallback: "Send USDC for this call alone and repeat the request with X-Payment-Tx: <transaction hash>.",
};
const X402_FLOW = {
  x402_v2:
    "Sign the payment in PAYMENT-REQUIRED and repeat the request with PAYMENT-SIGNATURE; version 1 clients read `accepts` here and send X-PAYMENT.",
};

const BEARER = 'Bearer realm="premium"';

interface Encoded {
  demand: string;
  /** The demand without what the call takes, since clients refuse long headers. */
  challenge: string;
}

function headersOf({ demand, challenge }: Encoded, chain: Chain | null, credits: number): Record<string, string> {
  const place: Record<string, string> = chain
    ? { "X-Payment-Address": checksummed(chain.payTo), "X-Payment-Network": NETWORKS[chain.chainId] ?? `eip155:${chain.chainId}` }
    : {};
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": PRIVATE,
    "PAYMENT-REQUIRED": demand,
    "WWW-Authenticate": challenge.length > MAX_CHALLENGE_LENGTH ? BEARER : `X402 requirements="${challenge}", ${BEARER}`,
    ...place,
    "X-Payment-Currency": "USDC",
    "X-Payment-Credits-Required": String(credits),
    "X-Payment-Min-USD": formatUsd(priceUnits(credits)),
  };
}

export interface Refusal {
  code: Extract<ErrorCode, "payment_required" | "insufficient_credits" | "payment_failed">;
  message?: string;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The 402 answer for every kind of client. Deterministic per request. */
export function paymentRequired(
  rails: Rails,
  terms: CallTerms,
  resource: Resource,
  { code, message, details, headers }: Refusal,
): ApiError {
  const x402 = offeredX402(rails, priceUnits(terms.credits));
  const offered = x402 && x402TermsOf(x402, terms, resource);
  const chain = rails.selling.isEnabled ? rails.chain : null;
  const encoded = {
    demand: encodePaymentRequired(x402Resource(resource), offered, code, resource.extensions),
    challenge: encodePaymentRequired(x402Resource(resource), offered, code),
  };
  const payment: PaymentDemand["payment"] = chain
    ? paymentMember(rails, chain, terms, resource, offered !== null)
    : { enabled: false, wallet: null, reason: rails.selling.reason, credits_required: terms.credits };
  const body: PaymentDemand = {
    ...details,
    credits_required: terms.credits,
    ...paymentRequiredBody(offered),
    resource: x402Resource(resource).url,
    payment,
    endpoints: ENDPOINTS,
    ...(chain ? { flow_options: { ...FLOWS, ...(offered ? X402_FLOW : {}) } } : {}),
  };
  return new ApiError(code, message, body, { ...headersOf(encoded, chain, terms.credits), ...headers });
}
