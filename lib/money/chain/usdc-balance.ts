import { askAll } from "./agreed";
import type { Chain } from "./chain";
import { Quantity } from "./rpc-schemas";
import { topicOf } from "./transfers-in";

/** balanceOf(address) */
const BALANCE_SELECTOR = "0x70a08231";

/**
 * USDC of an address in base units: the least that the endpoints say, as one may be a block behind.
 * Throws ChainUnavailable.
 */
export async function usdcBalanceOf(chain: Chain, address: string): Promise<bigint> {
  const data = `${BALANCE_SELECTOR}${topicOf(address).slice(2)}`;
  const [first, ...others] = await askAll(chain, (rpc) => rpc.ask("eth_call", [{ to: chain.usdc, data }, "latest"], Quantity));
  return others.reduce((least, balance) => (balance < least ? balance : least), first);
}
