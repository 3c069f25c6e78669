import type { Chain } from "../chain/chain";
import { isSignedBy } from "../chain/verify-claim";
import { claimExpiries, claimMessage, type ClaimPurpose } from "@/lib/domain/money/claim-message";
import { onChain } from "../call/refusals";

export interface SigningText {
  message: string;
  expires_at: string;
  how: string;
}

export function signingText(baseUrl: string, claim: ClaimPurpose, now: Date): SigningText {
  const [expiresAt] = claimExpiries(now);
  return {
    message: claimMessage(baseUrl, claim, expiresAt),
    expires_at: expiresAt.toISOString(),
    how: "Sign this text with the paying wallet (EIP-191 personal_sign; contract wallets by ERC-1271 or ERC-6492) and send the same request again with `signature`.",
  };
}

export async function findSigner(
  chain: Chain,
  wallets: readonly string[],
  claim: { baseUrl: string; purpose: ClaimPurpose; signature: string; now: Date },
): Promise<string | null> {
  const texts = claimExpiries(claim.now).map((expiresAt) => claimMessage(claim.baseUrl, claim.purpose, expiresAt));
  for (const wallet of wallets) {
    for (const text of texts) if (await onChain(isSignedBy(chain, wallet, text, claim.signature))) return wallet;
  }
  return null;
}
