import { priceUnits } from "@/lib/domain/money/credits";
import type { PaymentRequirements } from "@x402/core/types";
import { checksummed, type Chain } from "./chain";

/** The answer must be ready and settled within it. */
const MAX_TIMEOUT_SECONDS = 180;
const SEPOLIA = 84_532;
/** The names of version 1; other chains are offered by version 2 alone. */
const V1_NETWORKS: Readonly<Record<number, string>> = { 8453: "base", [SEPOLIA]: "base-sepolia" };

export interface Resource {
  /** Public, with its query: from PUBLIC_BASE_URL, never from the request's Host. */
  url: string;
  description: string;
  mimeType: string;
}

/** As clients of version 1 parse it: a field that is null fails them. */
export interface RequirementsV1 {
  scheme: string;
  network: string;
  maxAmountRequired: string;
  resource: string;
  description: string;
  mimeType: string;
  payTo: string;
  maxTimeoutSeconds: number;
  asset: string;
  extra: { name: string; version: string };
}

/** What one call costs, in the words of both versions. The same call has the same terms at any time: clients echo them. */
export interface X402Terms {
  resource: Resource;
  v2: PaymentRequirements;
  v1: RequirementsV1 | null;
}

/** The token's EIP-712 domain differs by network; a wrong name makes every signature invalid. */
const domainOf = (chainId: number) => ({ name: chainId === SEPOLIA ? "USDC" : "USD Coin", version: "2" });

export function paymentRequirements(chain: Chain, credits: number, resource: Resource): X402Terms {
  const amount = priceUnits(credits).toString();
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
    v2: { ...shared, network: `eip155:${chain.chainId}`, amount },
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

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

/** The value of PAYMENT-REQUIRED. Null where x402 is not offered: the header then says that nothing is accepted. */
export function encodePaymentRequired(resource: Resource, terms: X402Terms | null, error: string): string {
  return encode({ x402Version: 2, error, resource, accepts: terms ? [terms.v2] : [] });
}

/** For the body of the 402, which clients of version 1 read: `x402Version` and `accepts`, without null fields. */
export function paymentRequiredBody(terms: X402Terms | null): { x402Version: 1; accepts: RequirementsV1[] } {
  return { x402Version: 1, accepts: terms?.v1 ? [terms.v1] : [] };
}

export interface PaymentOutcome {
  isSuccess: boolean;
  payer: string;
  txHash: string | null;
  /** A code; never the text of a library. */
  reason?: string;
}

/** Header and value that tell the payer what became of the payment. */
export function encodePaymentResponse(
  terms: X402Terms,
  version: 1 | 2,
  outcome: PaymentOutcome,
): { name: "PAYMENT-RESPONSE" | "X-PAYMENT-RESPONSE"; value: string } {
  const network = version === 2 ? terms.v2.network : (terms.v1?.network ?? terms.v2.network);
  const failure = outcome.isSuccess ? {} : { errorReason: outcome.reason ?? "payment_failed" };
  const value = encode({
    success: outcome.isSuccess,
    ...failure,
    transaction: outcome.txHash ?? "",
    network,
    payer: checksummed(outcome.payer),
  });
  return { name: version === 2 ? "PAYMENT-RESPONSE" : "X-PAYMENT-RESPONSE", value };
}
