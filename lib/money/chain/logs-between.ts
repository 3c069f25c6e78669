import { z } from "zod";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { Log } from "./rpc-schemas";

export interface LogFilter {
  address: string;
  topics: readonly (string | null)[];
}

const hex = (number: bigint): string => `0x${number.toString(16)}`;

/** Splits a refused range in half and retries, as endpoints limit ranges and result sizes differently. */
export async function logsBetween(rpc: Rpc, filter: LogFilter, fromBlock: bigint, toBlock: bigint): Promise<Log[]> {
  try {
    return await rpc.ask("eth_getLogs", [{ ...filter, fromBlock: hex(fromBlock), toBlock: hex(toBlock) }], z.array(Log));
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error.fault !== "refused" || fromBlock >= toBlock) throw error;
    const middle = (fromBlock + toBlock) / 2n;
    return [...(await logsBetween(rpc, filter, fromBlock, middle)), ...(await logsBetween(rpc, filter, middle + 1n, toBlock))];
  }
}
