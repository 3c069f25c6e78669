import pLimit from "p-limit";
import { createWalletClient, keccak256, publicActions, type Hex, type PrivateKeyAccount } from "viem";
import { createNonceManager, jsonRpc } from "viem/nonce";
import { z } from "zod";
import { ChainUnavailable } from "./chain-unavailable";
import { affordableGas, KEY_GAS, MAX_GAS } from "./gas";
import { TOO_MUCH_GAS } from "./refusal";
import type { Rpc } from "./rpc";
import { Hash, type Receipt } from "./rpc-schemas";
import { viemChain, type Watch } from "./watched-client";

/** State of one settling attempt, kept outside the x402 library because the library hides causes. */
export interface Attempt {
  watch: Watch;
  onBroadcast: (txHash: string) => Promise<void>;
  /** Most that sending it may cost; null where no price of ether is known. */
  mostWei: bigint | null;
  /** Set once the transaction may have been sent. */
  txHash: string | null;
  receipt: (Receipt & { blockNumber: bigint; blockHash: string }) | null;
  /** The endpoint refused the transaction, or gas is too expensive: not the payer's fault. */
  isSendRefused: boolean;
  revert: string | null;
}

export interface Sender {
  send(attempt: Attempt, to: Hex, data: Hex): Promise<Hex>;
  /** A lost transaction leaves a nonce gap that blocks all later ones. */
  forgetNonces(): void;
}

export const settlingClient = (watch: Watch, account: PrivateKeyAccount, chainId: number) =>
  createWalletClient({ account, chain: viemChain(chainId), transport: watch.transport }).extend(publicActions);

/** False only when the endpoint definitely refused the transaction; true when the outcome is unknown. */
async function wasSent(rpc: Rpc, serialized: Hex, hash: Hex): Promise<boolean> {
  try {
    await rpc.ask("eth_sendRawTransaction", [serialized], Hash);
    return true;
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error.fault !== "refused") return true;
    // Endpoints also refuse a transaction that they already have.
    return rpc.ask("eth_getTransactionByHash", [hash], z.unknown()).then(
      (transaction) => transaction !== null,
      () => true,
    );
  }
}

type Client = ReturnType<typeof settlingClient>;

interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/**
 * The estimation simulates the transfer. A transfer that would fail then consumes no nonce and costs
 * no gas. Too much gas is the payer's doing where a key's transfer could still be sent at this price.
 */
async function gasFor(client: Client, attempt: Attempt, { maxFeePerGas }: Fees, to: Hex, data: Hex): Promise<bigint> {
  try {
    // By address: for a local account viem first calls a method that few endpoints offer.
    const gas = ((await client.estimateGas({ account: client.account.address, to, data })) * 6n) / 5n;
    const affordable = affordableGas(attempt.mostWei, maxFeePerGas);
    attempt.isSendRefused = affordable < KEY_GAS && gas <= MAX_GAS;
    if (attempt.isSendRefused) throw new ChainUnavailable("refused");
    if (gas > MAX_GAS || gas > affordable) throw new Error(TOO_MUCH_GAS);
    return gas;
  } catch (error) {
    if (!attempt.isSendRefused) attempt.revert = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

export function createSender(rpc: Rpc, account: PrivateKeyAccount, chainId: number): Sender {
  const nonces = createNonceManager({ source: jsonRpc() });
  const sender = { address: account.address, chainId };
  // Sends in turn: a nonce may only be consumed by the transaction that is sent next.
  const inOrder = pLimit(1);
  return {
    forgetNonces: () => nonces.reset(sender),
    async send(attempt, to, data) {
      const client = settlingClient(attempt.watch, account, chainId);
      const fees: Fees = await client.estimateFeesPerGas();
      const gas = await gasFor(client, attempt, fees, to, data);
      return inOrder(async () => {
        try {
          const nonce = await nonces.consume({ ...sender, client });
          const serialized = await account.signTransaction({
            type: "eip1559",
            chainId,
            to,
            data,
            nonce,
            gas,
            ...fees,
          });
          const hash = keccak256(serialized);
          await attempt.onBroadcast(hash);
          attempt.isSendRefused = !(await wasSent(rpc, serialized, hash));
          if (attempt.isSendRefused) throw new ChainUnavailable("refused");
          attempt.txHash = hash;
          return hash;
        } catch (error) {
          nonces.reset(sender);
          throw error;
        }
      });
    },
  };
}
