/** What a wallet's signature may authorise. Values that are not known yet are placeholders in braces. */
export type ClaimPurpose =
  | { purpose: "purchase"; chainId: number; txHash: string }
  | { purpose: "call"; chainId: number; txHash: string; method: string; target: string }
  | { purpose: "tokens"; chainId: number; wallet: string }
  | { purpose: "rotate"; chainId: number; wallet: string; accountId: number | `{${string}}`; tokenId: number | null }
  | { purpose: "end-all"; chainId: number; wallet: string; accountId: number | `{${string}}` };

const WINDOW_MS = 30 * 60_000;

function factsOf(claim: ClaimPurpose): string[] {
  if (claim.purpose === "purchase") return ["Purpose: collect the credits of a payment", `Transaction: ${claim.txHash}`];
  if (claim.purpose === "call") {
    return ["Purpose: pay for one call", `Transaction: ${claim.txHash}`, `Request: ${claim.method} ${claim.target}`];
  }
  if (claim.purpose === "tokens") return ["Purpose: list the tokens of a wallet", `Wallet: ${claim.wallet}`];
  if (claim.purpose === "end-all") {
    return ["Purpose: end all tokens and sessions of an account", `Wallet: ${claim.wallet}`, `Account: ${claim.accountId}`];
  }
  return ["Purpose: replace a token", `Wallet: ${claim.wallet}`, `Account: ${claim.accountId}`, `Token: ${claim.tokenId ?? "none"}`];
}

/** The text to sign, bound to this service, one purpose, one subject and an expiry. */
export function claimMessage(baseUrl: string, claim: ClaimPurpose, expiresAt: Date): string {
  return [
    `${baseUrl} asks you to prove that you hold a wallet.`,
    "",
    ...factsOf(claim),
    `Chain: ${claim.chainId}`,
    `Expires: ${expiresAt.toISOString()}`,
    "",
    "Signing costs nothing and moves no funds.",
  ].join("\n");
}

/**
 * Expiries on the half hour, from which the server can rebuild texts. The current text's comes first,
 * then the previous one's.
 */
export function claimExpiries(now: Date): [Date, Date] {
  const slot = Math.floor(now.getTime() / WINDOW_MS);
  return [new Date((slot + 2) * WINDOW_MS), new Date((slot + 1) * WINDOW_MS)];
}
