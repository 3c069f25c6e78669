import { agreed, askAll } from "./agreed";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { Block } from "./rpc-schemas";

export interface BlockAt {
  number: bigint;
  hash: string;
  time: Date;
}

export interface ChainHead {
  latest: BlockAt;
  /** Newest block that a batch has posted to the L1. */
  safe: BlockAt;
  /** Newest block that no reorganisation can replace. */
  finalized: BlockAt;
}

const toBlockAt = ({ number, hash, timestamp }: Block): BlockAt => ({ number, hash, time: new Date(Number(timestamp) * 1000) });

export async function blockAt(rpc: Rpc, where: bigint | "latest" | "safe" | "finalized"): Promise<BlockAt | null> {
  const block = await rpc.ask(
    "eth_getBlockByNumber",
    [typeof where === "bigint" ? `0x${where.toString(16)}` : where, false],
    Block.nullable(),
  );
  if (block && typeof where === "bigint" && block.number !== where) throw new ChainUnavailable("malformed");
  return block && toBlockAt(block);
}

async function requireBlock(rpc: Rpc, tag: "latest" | "safe" | "finalized"): Promise<BlockAt> {
  const block = await blockAt(rpc, tag);
  if (!block) throw new ChainUnavailable("malformed");
  return block;
}

const lowest = (blocks: readonly [BlockAt, ...BlockAt[]]): BlockAt =>
  blocks.reduce((low, block) => (block.number < low.number ? block : low));

export async function chainHead(chain: Chain): Promise<ChainHead> {
  const at = async (tag: "latest" | "safe" | "finalized") => lowest(await askAll(chain, (rpc) => requireBlock(rpc, tag)));
  const [latest, safe, finalized] = await Promise.all([at("latest"), at("safe"), at("finalized")]);
  return { latest, safe, finalized };
}

export async function blockHashAt(chain: Chain, number: bigint): Promise<string | null> {
  return agreed(chain, async (rpc) => (await blockAt(rpc, number))?.hash ?? null);
}
