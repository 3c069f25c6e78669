import { UNITS_PER_USD } from "./credits";

/** How deep a payment must lie before it counts, by what it is worth. */
export type Confirmations = { blocks: number } | { tag: "safe" };

/** A block is sealed once another stands on it: what is pre-confirmed has a receipt before that. */
const SEALED_BLOCKS = 1;
const BLOCKS_OVER_ONE_USD = 5;

export function confirmationsNeeded(units: bigint): Confirmations {
  if (units <= UNITS_PER_USD) return { blocks: SEALED_BLOCKS };
  if (units <= 50n * UNITS_PER_USD) return { blocks: SEALED_BLOCKS + BLOCKS_OVER_ONE_USD };
  return { tag: "safe" };
}

/** The numbers of the chain's newest block and of its newest one that a batch has brought to the settling chain. */
export interface Heads {
  latest: bigint;
  safe: bigint | null;
}

export function isConfirmed(blockNumber: bigint, units: bigint, heads: Heads): boolean {
  const needed = confirmationsNeeded(units);
  if ("blocks" in needed) return heads.latest >= blockNumber + BigInt(needed.blocks);
  return heads.safe !== null && heads.safe >= blockNumber;
}

/** For a client that waits: how many blocks are on top, and how many it takes; null where blocks do not decide. */
export function confirmationsOf(blockNumber: bigint, units: bigint, heads: Heads): { confirmations: number; required: number | null } {
  const needed = confirmationsNeeded(units);
  const onTop = heads.latest > blockNumber ? Number(heads.latest - blockNumber) : 0;
  return { confirmations: onTop, required: "blocks" in needed ? needed.blocks : null };
}
