/** Public block explorers of the chains that USDC is taken on. No explorer of an unlisted chain is known. */
const EXPLORERS: Readonly<Record<number, string>> = { 8453: "https://basescan.org", 84532: "https://sepolia.basescan.org" };

export const explorerUrl = (chainId: number, txHash: string): string | null => {
  const explorer = EXPLORERS[chainId];
  return explorer === undefined ? null : `${explorer}/tx/${txHash}`;
};
