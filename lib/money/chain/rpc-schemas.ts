import { z } from "zod";

/** Ethereum JSON-RPC forbids leading zeros in a quantity, but some nodes send them. */
export const Quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((hex) => BigInt(hex));
export const Hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((hex) => hex.toLowerCase());
const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((hex) => hex.toLowerCase());
export const Bytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((hex) => hex.toLowerCase());

export const Log = z.object({
  address: Address,
  topics: z.array(Hash).max(4),
  data: Bytes,
  blockHash: Hash.nullable(),
  blockNumber: Quantity.nullable(),
  transactionHash: Hash.nullable(),
  logIndex: Quantity.nullable(),
  removed: z.boolean().optional(),
});
export type Log = z.output<typeof Log>;

export const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash.nullable(),
  blockNumber: Quantity.nullable(),
  status: z.enum(["0x0", "0x1"]),
  logs: z.array(Log),
  gasUsed: Quantity.optional(),
  effectiveGasPrice: Quantity.optional(),
  /** Share of the L1's costs, in wei; only on rollups. */
  l1Fee: Quantity.nullish(),
});
export type Receipt = z.output<typeof Receipt>;

export const Block = z.object({ number: Quantity, hash: Hash, timestamp: Quantity });
export type Block = z.output<typeof Block>;

export const Transaction = z.object({ from: Address, nonce: Quantity });
