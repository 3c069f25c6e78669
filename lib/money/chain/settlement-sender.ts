import { createWalletClient, keccak256, publicActions, type Hex, type PrivateKeyAccount } from "viem";
import { createNonceManager, jsonRpc } from "viem/nonce";
import { z } from "zod";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { Hash, type Receipt } from "./rpc-schemas";
import { viemChain, type Watch } from "./watched-client";

/** Base asks for hundredths of a gwei; above this a payment of cents would cost more than it brings. */
const MAX_FEE_PER_GAS = 5_000_000_000n;

/** One use of the settler: what it learnt, told apart from what the library makes of it. */
export interface Attempt {
  watch: Watch;
  /** Called with the transaction's hash before it is sent, so that it can be kept. */
  onBroadcast: (txHash: string) => Promise<void>;
  /** Sent, or perhaps sent. */
  txHash: string | null;
  receipt: (Receipt & { blockNumber: bigint; blockHash: string }) | null;
  /** The endpoint would not take the transaction: no fault of the payer. */
  isSendRefused: boolean;
  /** What the token said when the transfer was tried on the side. */
  revert: string | null;
}

export interface Sender {
  send(attempt: Attempt, to: Hex, data: Hex): Promise<Hex>;
  /** A transaction that was lost would leave a gap that all later ones wait behind. */
  forgetNonces(): void;
}

export const settlingClient = (watch: Watch, account: PrivateKeyAccount, chainId: number) =>
  createWalletClient({ account, chain: viemChain(chainId), transport: watch.transport }).extend(publicActions);

/** One after the other: a nonce is taken only for a transaction that is sent at once. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(task: () => Promise<Value>): Promise<Value> => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

/** False where the endpoint refused it for good; true also where that is not known. */
async function wasSent(rpc: Rpc, serialized: Hex, hash: Hex): Promise<boolean> {
  try {
    await rpc.ask("eth_sendRawTransaction", [serialized], Hash);
    return true;
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error.fault !== "refused") return true;
    // A transaction that is known already is refused as well.
    return rpc.ask("eth_getTransactionByHash", [hash], z.unknown()).then(
      (known) => known !== null,
      () => true,
    );
  }
}

type Client = ReturnType<typeof settlingClient>;

/** Tried on the side first: a transfer that would fail takes no nonce and costs no gas. */
async function gasFor(client: Client, attempt: Attempt, to: Hex, data: Hex): Promise<bigint> {
  try {
    // By address: for a local account the library asks a method first that few endpoints have.
    return ((await client.estimateGas({ account: client.account.address, to, data })) * 6n) / 5n;
  } catch (error) {
    attempt.revert = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

export function createSender(rpc: Rpc, account: PrivateKeyAccount, chainId: number): Sender {
  const nonces = createNonceManager({ source: jsonRpc() });
  const place = { address: account.address, chainId };
  const inOrder = createQueue();
  return {
    forgetNonces: () => nonces.reset(place),
    async send(attempt, to, data) {
      const client = settlingClient(attempt.watch, account, chainId);
      const gas = await gasFor(client, attempt, to, data);
      const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
      attempt.isSendRefused = maxFeePerGas > MAX_FEE_PER_GAS;
      if (attempt.isSendRefused) throw new ChainUnavailable("refused");
      return inOrder(async () => {
        try {
          const nonce = await nonces.consume({ ...place, client });
          const serialized = await account.signTransaction({
            type: "eip1559",
            chainId,
            to,
            data,
            nonce,
            gas,
            maxFeePerGas,
            maxPriorityFeePerGas,
          });
          const hash = keccak256(serialized);
          await attempt.onBroadcast(hash);
          attempt.isSendRefused = !(await wasSent(rpc, serialized, hash));
          if (attempt.isSendRefused) throw new ChainUnavailable("refused");
          attempt.txHash = hash;
          return hash;
        } catch (error) {
          nonces.reset(place);
          throw error;
        }
      });
    },
  };
}
