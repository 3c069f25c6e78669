import { env, type Env } from "@/lib/config/env";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { checksummed, configuredChain, type Chain } from "./chain";
import { createFacilitatorClient, type FacilitatorClient } from "./facilitator-client";
import type { Payment } from "./parse-payment";
import type { Wait } from "./settlement";
import type { Attempt } from "./settlement-sender";
import { createSettler, type Settler } from "./settler";
import type { X402Terms } from "./x402-terms";

/** Ten blocks: Base makes one every two seconds. */
const DEFAULT_WAIT: Wait = { timeoutMs: 20_000, pollMs: 250 };

export interface X402 {
  chain: Chain;
  wait: Wait;
  settler: Settler | null;
  facilitator: FacilitatorClient | null;
}

export type X402Settings = { settlerKey: string } | { facilitatorUrl: string };

export function createX402(chain: Chain, settings: X402Settings, wait: Wait = DEFAULT_WAIT): X402 {
  if ("settlerKey" in settings) {
    return { chain, wait, settler: createSettler(chain, settings.settlerKey as `0x${string}`, wait), facilitator: null };
  }
  return {
    chain,
    wait,
    settler: null,
    facilitator: createFacilitatorClient(settings.facilitatorUrl, { verifyMs: 10_000, settleMs: 30_000 }),
  };
}

export function x402Of(values: Env, chain: Chain | null): X402 | null {
  if (!chain) return null;
  if (values.X402_SETTLER_KEY) return createX402(chain, { settlerKey: values.X402_SETTLER_KEY });
  return values.X402_FACILITATOR_URL ? createX402(chain, { facilitatorUrl: values.X402_FACILITATOR_URL }) : null;
}

let configured: X402 | null | undefined;

export function configuredX402(): X402 | null {
  configured ??= x402Of(env(), configuredChain());
  return configured;
}

/** Rebuilds the request from validated fields, so that no other client input reaches the x402 library. */
export function requestOf(payment: Payment, terms: X402Terms): { payload: PaymentPayload; requirements: PaymentRequirements } {
  const { payer, to, value, validAfter, validBefore, nonce, signature } = payment;
  const authorization = {
    from: checksummed(payer),
    to: checksummed(to),
    value: String(value),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  };
  const payload = { signature, authorization };
  if (payment.version === 2) {
    return { payload: { x402Version: 2, resource: terms.resource, accepted: terms.v2, payload }, requirements: terms.v2 };
  }
  const v1 = terms.v1 as unknown as PaymentRequirements;
  return { payload: { x402Version: 1, scheme: "exact", network: v1.network, payload } as unknown as PaymentPayload, requirements: v1 };
}

export async function facilitatorLibraryFor(x402: X402, settler: Settler, attempt: Attempt) {
  const [{ x402Facilitator }, { registerExactEvmScheme }] = await Promise.all([
    import("@x402/core/facilitator"),
    import("@x402/evm/exact/facilitator"),
  ]);
  return registerExactEvmScheme(new x402Facilitator(), { signer: settler.signerFor(attempt), networks: `eip155:${x402.chain.chainId}` });
}
