import { z } from "zod";
import { agreed } from "./agreed";
import type { Chain } from "./chain";
import { logsBetween } from "./logs-between";
import type { Rpc } from "./rpc";
import { Bytes, Quantity } from "./rpc-schemas";
import { topicOf, USED_TOPIC } from "./transfers-in";

/** authorizationState(address,bytes32) */
const STATE_SELECTOR = "0xe94a0102";

/** `txHash` is null when the payer cancelled the authorization, or used it before the searched blocks. */
export type Authorization = { isUsed: false } | { isUsed: true; txHash: string | null };

const Nonce = z.string().regex(/^0x[0-9a-f]{64}$/);
const Payer = z.string().regex(/^0x[0-9a-f]{40}$/);

async function findOne(rpc: Rpc, chain: Chain, payer: string, nonce: string, fromBlock: bigint): Promise<Authorization> {
  const data = `${STATE_SELECTOR}${topicOf(payer).slice(2)}${nonce.slice(2)}`;
  const state = await rpc.ask("eth_call", [{ to: chain.usdc, data }, "latest"], Bytes);
  if (BigInt(state) === 0n) return { isUsed: false };
  const head = await rpc.ask("eth_blockNumber", [], Quantity);
  const logs = await logsBetween(rpc, { address: chain.usdc, topics: [USED_TOPIC, topicOf(payer), nonce] }, fromBlock, head);
  const found = logs.find(
    (log) => log.removed !== true && log.address === chain.usdc && log.topics[0] === USED_TOPIC && log.topics[2] === nonce,
  );
  return { isUsed: true, txHash: found?.transactionHash ?? null };
}

/** Whether a signed transfer (EIP-3009) was executed, and in which transaction, whoever broadcast it. Throws ChainUnavailable. */
export async function findAuthorization(chain: Chain, payer: string, nonce: string, fromBlock: bigint): Promise<Authorization> {
  const [from, id] = [Payer.parse(payer.toLowerCase()), Nonce.parse(nonce.toLowerCase())];
  return agreed(chain, (rpc) => findOne(rpc, chain, from, id, fromBlock));
}
