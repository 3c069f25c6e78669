import type { Chain } from "../chain/chain";
import { isSignedBy } from "../chain/verify-claim";
import { claimExpiries, claimMessage, type ClaimPurpose } from "@/lib/domain/money/claim-message";
import { onChain } from "./refusals";

export interface SigningText {
  message: string;
  expires_at: string;
  how: string;
}

const SIGN = "Sign this text with the paying wallet (EIP-191 personal_sign; contract wallets by ERC-1271 or ERC-6492)";

/** Where the signature of a text goes that was asked for before there was a request to repeat. */
export const HOW_TO_SEND: Record<ClaimPurpose["purpose"], string> = {
  purchase: `${SIGN} and POST it as \`signature\` to /api/payment/confirm, with \`tx_hash\`.`,
  call: `${SIGN} and send it as X-Payment-Signature with that call, next to X-Payment-Tx.`,
  tokens: `${SIGN} and POST it as \`signature\` to /api/payment/tokens, with \`wallet\`.`,
  rotate: `${SIGN} and POST it as \`signature\` to /api/payment/tokens/rotate, with \`wallet\`, \`account_id\` and, where the text names a token, \`token_id\`.`,
  "end-all": `${SIGN} and POST it as \`signature\` to /api/payment/tokens/end-all, with \`wallet\` and \`account_id\`.`,
};

export function signingText(baseUrl: string, claim: ClaimPurpose, now: Date): SigningText {
  const [expiresAt] = claimExpiries(now);
  return {
    message: claimMessage(baseUrl, claim, expiresAt),
    expires_at: expiresAt.toISOString(),
    how: `${SIGN} and send the same request again with \`signature\`.`,
  };
}

/** The sender of one of the payments, who signed the claim. Null when no sender did, or without a signature. */
export async function findSigner(
  chain: Chain,
  payments: readonly { sender: string }[],
  { baseUrl, purpose, signature, now }: { baseUrl: string; purpose: ClaimPurpose; signature: string | null; now: Date },
): Promise<string | null> {
  if (signature === null) return null;
  const texts = claimExpiries(now).map((expiresAt) => claimMessage(baseUrl, purpose, expiresAt));
  for (const wallet of new Set(payments.map(({ sender }) => sender))) {
    for (const text of texts) if (await onChain(isSignedBy(chain, wallet, text, signature))) return wallet;
  }
  return null;
}
