import { priceUnits } from "@/lib/domain/money/credits";
import type { PaymentRequirements } from "@x402/core/types";
import { checksummed, type Chain } from "./chain";
import { IDENTIFIER_LENGTH, PAYMENT_IDENTIFIER } from "./parse-payment";
import { x402CodeOf, type Refusal } from "./refusal";
import { domainOf } from "./typed-transfer";

const MAX_TIMEOUT_SECONDS = 180;
const SEPOLIA = 84_532;
const V1_NETWORKS: Readonly<Record<number, string>> = { 8453: "base", [SEPOLIA]: "base-sepolia" };

export interface Resource {
  /** Public URL with its query. Built from PUBLIC_BASE_URL, never from the request's Host header. */
  url: string;
  description: string;
  mimeType: string;
}

/** The price of one call in both x402 versions; `v1` is null on a network that it has no name for. */
export type X402Terms = ReturnType<typeof requirementsFor>;

/** Deterministic per call, because clients echo the terms back. Version 1 clients reject null fields. */
export function requirementsFor(chain: Chain, units: bigint, resource: Resource) {
  const amount = units.toString();
  const shared = {
    scheme: "exact",
    asset: checksummed(chain.usdc),
    payTo: checksummed(chain.payTo),
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: domainOf(chain.chainId),
  };
  const network = V1_NETWORKS[chain.chainId];
  return {
    resource,
    v2: { ...shared, network: `eip155:${chain.chainId}`, amount } as PaymentRequirements,
    v1: network
      ? {
          ...shared,
          network,
          maxAmountRequired: amount,
          resource: resource.url,
          description: resource.description,
          mimeType: resource.mimeType,
        }
      : null,
  };
}

export const paymentRequirements = (chain: Chain, credits: number, resource: Resource): X402Terms =>
  requirementsFor(chain, priceUnits(credits), resource);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

/** A client that signs anew under the same id gets the answer that it paid for. */
const EXTENSIONS = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        required: { type: "boolean" },
        id: { type: "string", minLength: IDENTIFIER_LENGTH.min, maxLength: IDENTIFIER_LENGTH.max },
      },
      required: ["required"],
    },
  },
};

/** Value of the PAYMENT-REQUIRED header. `terms` is null where x402 is not offered: `accepts` is then empty. */
export function encodePaymentRequired(
  resource: Resource,
  terms: X402Terms | null,
  error: string,
  further: Readonly<Record<string, unknown>> = {},
): string {
  const extensions = terms ? { extensions: { ...EXTENSIONS, ...further } } : {};
  return encode({ x402Version: 2, error, resource, accepts: terms ? [terms.v2] : [], ...extensions });
}

export const paymentRequiredBody = (terms: X402Terms | null) => ({ x402Version: 1 as const, accepts: terms?.v1 ? [terms.v1] : [] });

export interface PaymentOutcome {
  isSuccess: boolean;
  payer: string;
  txHash: string | null;
  refused?: Refusal;
}

export function encodePaymentResponse(
  terms: X402Terms,
  version: 1 | 2,
  outcome: PaymentOutcome,
): { name: "PAYMENT-RESPONSE" | "X-PAYMENT-RESPONSE"; value: string } {
  const network = version === 2 ? terms.v2.network : (terms.v1?.network ?? terms.v2.network);
  const failure = outcome.isSuccess ? {} : { errorReason: x402CodeOf(outcome.refused ?? "refused") };
  const value = encode({
    success: outcome.isSuccess,
    ...failure,
    transaction: outcome.txHash ?? "",
    network,
    payer: checksummed(outcome.payer),
  });
  return { name: version === 2 ? "PAYMENT-RESPONSE" : "X-PAYMENT-RESPONSE", value };
}
