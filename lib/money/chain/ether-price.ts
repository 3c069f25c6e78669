import type { Chain } from "./chain";
import type { Rpc } from "./rpc";
import { Bytes } from "./rpc-schemas";

/** Chainlink's feeds of ether in US dollars with eight decimals (data.chain.link), by chain. */
const FEEDS: Readonly<Record<number, string>> = {
  8453: "0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70",
  84_532: "0x4adc67696ba383f43dd60a9e78f2c97fbbfc7cb1",
};
/** Selector of `latestRoundData()`. */
const LATEST_ROUND = "0xfeaf968c";
/** The feed writes at least every 20 minutes. A feed that has stopped says nothing about today. */
const MAX_AGE_SECONDS = 86_400;
const WORD = 64;

const wordAt = (data: string, index: number): bigint => BigInt(`0x${data.slice(2 + index * WORD, 2 + (index + 1) * WORD)}`);

/**
 * Price of ether in hundred-millionths of a dollar. Null where the chain has no feed that is kept up.
 * Throws ChainUnavailable.
 */
export async function etherPriceOn({ chainId }: Pick<Chain, "chainId">, rpc: Rpc, now: Date): Promise<bigint | null> {
  const feed = FEEDS[chainId];
  if (feed === undefined) return null;
  // A local copy of the chain has no feed, and a call of nothing answers nothing.
  if ((await rpc.ask("eth_getCode", [feed, "latest"], Bytes)) === "0x") return null;
  const data = await rpc.ask("eth_call", [{ to: feed, data: LATEST_ROUND }, "latest"], Bytes);
  if (data.length !== 2 + 5 * WORD) return null;
  const [price, updatedAt] = [wordAt(data, 1), wordAt(data, 3)];
  const ageSeconds = BigInt(Math.floor(now.getTime() / 1000)) - updatedAt;
  // The price is signed: from half the range on it is below zero.
  return price > 0n && price < 2n ** 255n && ageSeconds < MAX_AGE_SECONDS ? price : null;
}
