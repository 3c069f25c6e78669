import { recoverTypedDataAddress } from "viem";
import { checksummed, type Chain } from "./chain";
import type { Payment } from "./parse-payment";
import type { Refusal } from "./refusal";
import { TRANSFER_TYPES } from "./typed-transfer";
import type { X402Terms } from "./x402-terms";

/** Least seconds to settle in. USDC refuses an authorization whose validBefore is not after the block's time. */
const MIN_SECONDS_LEFT = 6n;

function refusalOfTerms(payment: Payment, terms: X402Terms, chain: Chain): Refusal | null {
  const { accepted, version } = payment;
  if (payment.scheme !== "exact") return "wrong_scheme";
  if (payment.network !== (version === 2 ? terms.v2.network : terms.v1?.network)) return "wrong_network";
  if (payment.resourceUrl !== null && payment.resourceUrl !== terms.resource.url) return "wrong_resource";
  if (!accepted) return null;
  if (accepted.asset !== chain.usdc) return "wrong_asset";
  if (accepted.payTo !== chain.payTo) return "wrong_recipient";
  if (accepted.amount !== BigInt(terms.v2.amount)) return "wrong_amount";
  const { name, version: domainVersion } = terms.v2.extra as { name: string; version: string };
  return (accepted.name ?? name) === name && (accepted.version ?? domainVersion) === domainVersion ? null : "wrong_requirements";
}

/** Every check that needs no chain access; null when the payment passes. */
export function refusalOffline(
  payment: Payment,
  terms: X402Terms,
  chain: Chain,
  now: Date,
  ownAddresses: readonly string[],
): Refusal | null {
  const refusal = refusalOfTerms(payment, terms, chain);
  if (refusal) return refusal;
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  if (payment.to !== chain.payTo) return "wrong_recipient";
  if (payment.value !== BigInt(terms.v2.amount)) return "wrong_amount";
  if (payment.payer === chain.payTo || ownAddresses.includes(payment.payer)) return "self_payment";
  if (payment.validBefore < seconds + MIN_SECONDS_LEFT) return "expired";
  return payment.validAfter > seconds ? "not_yet_valid" : null;
}

/** Whether the payer's own key signed. False for contract wallets, whose signatures only the chain can check. */
export async function isSignedByPayer(payment: Payment, terms: X402Terms, chain: Chain): Promise<boolean> {
  const { name, version } = terms.v2.extra as { name: string; version: string };
  try {
    const signer = await recoverTypedDataAddress({
      domain: { name, version, chainId: chain.chainId, verifyingContract: checksummed(chain.usdc) },
      types: TRANSFER_TYPES,
      primaryType: "TransferWithAuthorization",
      message: {
        from: checksummed(payment.payer),
        to: checksummed(payment.to),
        value: payment.value,
        validAfter: payment.validAfter,
        validBefore: payment.validBefore,
        nonce: payment.nonce as `0x${string}`,
      },
      signature: payment.signature,
    });
    return signer.toLowerCase() === payment.payer;
  } catch {
    return false;
  }
}
