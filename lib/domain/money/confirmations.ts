import { UNITS_PER_USD } from "./credits";

export type RequiredConfirmations = { blocks: number } | { tag: "safe" };

/** A block is sealed once another block follows it. Pre-confirmed transactions have a receipt even earlier. */
const SEALED_BLOCKS = 1;
const BLOCKS_OVER_ONE_USD = 5;
/** Larger amounts wait until the chain itself calls the block safe. */
export const MOST_UNITS_BY_BLOCKS = 50n * UNITS_PER_USD;

export function confirmationsNeeded(units: bigint): RequiredConfirmations {
  if (units <= UNITS_PER_USD) return { blocks: SEALED_BLOCKS };
  if (units <= MOST_UNITS_BY_BLOCKS) return { blocks: SEALED_BLOCKS + BLOCKS_OVER_ONE_USD };
  return { tag: "safe" };
}

/**
 * The units that decide how deep a transaction must be. A transfer that pays a quote exactly counts as
 * the asked amount, otherwise as received.
 */
export const unitsAtStake = <Transfer extends { units: bigint }>(
  transfers: readonly Transfer[],
  quoteOf: (transfer: Transfer) => { requestedUnits: bigint } | null,
): bigint => transfers.reduce((sum, transfer) => sum + (quoteOf(transfer)?.requestedUnits ?? transfer.units), 0n);

export interface Heads {
  latest: bigint;
  safe: bigint | null;
}

export function isConfirmed(blockNumber: bigint, units: bigint, heads: Heads): boolean {
  const needed = confirmationsNeeded(units);
  if ("blocks" in needed) return heads.latest >= blockNumber + BigInt(needed.blocks);
  return heads.safe !== null && heads.safe >= blockNumber;
}

/** Current and required confirmations, for a waiting client. `required` is null when the safe tag decides. */
export function confirmationsOf(blockNumber: bigint, units: bigint, heads: Heads): { confirmations: number; required: number | null } {
  const needed = confirmationsNeeded(units);
  const onTop = heads.latest > blockNumber ? Number(heads.latest - blockNumber) : 0;
  return { confirmations: onTop, required: "blocks" in needed ? needed.blocks : null };
}
