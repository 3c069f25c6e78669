import type { FacilitatorEvmSigner } from "@x402/evm";
import { encodeFunctionData, type Abi, type Hex, type PrivateKeyAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { awaitReceipt, type Wait } from "./settlement";
import { createSender, settlingClient, type Attempt } from "./settlement-sender";
import { createWatch } from "./watched-client";

/** Our own key, which broadcasts the transfers that payers signed and pays their gas. */
export interface Settler {
  /** Lower case. */
  address: string;
  newAttempt(options?: Partial<Pick<Attempt, "onBroadcast">>): Attempt;
  /** Wei that the key holds, and the price of gas. Throws ChainUnavailable. */
  gasState(): Promise<{ balance: bigint; maxFeePerGas: bigint }>;
  signerFor(attempt: Attempt): FacilitatorEvmSigner;
}

async function gasState(rpc: Rpc, account: PrivateKeyAccount, chainId: number): Promise<{ balance: bigint; maxFeePerGas: bigint }> {
  await rpc.requireChain();
  const watch = createWatch(rpc);
  const client = settlingClient(watch, account, chainId);
  try {
    const [balance, { maxFeePerGas }] = await Promise.all([client.getBalance({ address: account.address }), client.estimateFeesPerGas()]);
    return { balance, maxFeePerGas };
  } catch {
    watch.requireAnswers();
    throw new ChainUnavailable("malformed");
  }
}

export function createSettler(chain: Chain, key: Hex, wait: Wait): Settler {
  const [rpc] = chain.rpcs;
  if (!rpc) throw new Error("a chain without an endpoint");
  const account = privateKeyToAccount(key);
  const sender = createSender(rpc, account, chain.chainId);
  return {
    address: account.address.toLowerCase(),
    newAttempt: ({ onBroadcast = async () => undefined } = {}) => ({
      watch: createWatch(rpc),
      onBroadcast,
      txHash: null,
      receipt: null,
      isSendRefused: false,
      revert: null,
    }),
    gasState: () => gasState(rpc, account, chain.chainId),
    signerFor(attempt) {
      const client = settlingClient(attempt.watch, account, chain.chainId);
      return {
        getAddresses: () => [account.address],
        readContract: (call) => client.readContract(call as Parameters<typeof client.readContract>[0]),
        verifyTypedData: (signed) => client.verifyTypedData(signed as Parameters<typeof client.verifyTypedData>[0]),
        getCode: (target) => client.getCode(target),
        writeContract: ({ address, abi, functionName, args }) =>
          sender.send(attempt, address, encodeFunctionData({ abi: abi as Abi, functionName, args })),
        // The library needs this only to deploy a payer's wallet at our cost, which we do not offer.
        sendTransaction: () => Promise.reject(new Error("not offered")),
        async waitForTransactionReceipt({ hash }) {
          attempt.receipt = await awaitReceipt(chain, hash, wait);
          if (attempt.receipt) return { status: attempt.receipt.status === "0x1" ? "success" : "reverted" };
          sender.forgetNonces();
          throw new ChainUnavailable("unreachable");
        },
      };
    },
  };
}
