import type { Address, CopyDifference, CopyName } from "./purchase-state";
import { BASE_CHAIN_ID } from "./reactions";

/** USDC on Base; nothing that a server answers can change it. */
export const USDC: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const USDC_DECIMALS = 6;

/** What one place says about where to pay; null for what that place does not say. */
export interface PublishedCopy {
  at: CopyName;
  address: string;
  contract: string | null;
  chainId: number | null;
  decimals: number | null;
}

export interface ComparedCopies {
  differences: CopyDifference[];
  /** Number of copies that name the same address. */
  matching: number;
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

function termDifferences({ at, contract, chainId, decimals }: PublishedCopy): CopyDifference[] {
  const found: CopyDifference[] = [];
  if (contract !== null && !same(contract, USDC)) found.push({ what: "contract", expected: USDC, found: contract, at });
  if (chainId !== null && chainId !== BASE_CHAIN_ID) {
    found.push({ what: "network", expected: String(BASE_CHAIN_ID), found: String(chainId), at });
  }
  if (decimals !== null && decimals !== USDC_DECIMALS) {
    found.push({ what: "decimals", expected: String(USDC_DECIMALS), found: String(decimals), at });
  }
  return found;
}

/** Any two copies that differ stop the purchase: which of them is right cannot be known here. */
export function compareCopies(copies: readonly PublishedCopy[]): ComparedCopies {
  const [first, ...others] = copies;
  if (!first) return { differences: [], matching: 0 };
  const addresses = others
    .filter(({ address }) => !same(address, first.address))
    .map(({ at, address }): CopyDifference => ({ what: "address", expected: first.address, found: address, at }));
  const differences = [...addresses, ...copies.flatMap(termDifferences)];
  return { differences, matching: copies.length - addresses.length };
}

const LLMS_LINE = /^- Payment address \(USDC on Base\): (0x[0-9a-fA-F]{40})\b/m;

export const addressInLlmsText = (text: string): string | null => LLMS_LINE.exec(text)?.[1] ?? null;
