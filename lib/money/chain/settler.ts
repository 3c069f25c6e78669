import type { FacilitatorEvmSigner } from "@x402/evm";
import { encodeFunctionData, type Abi, type Hex, type PrivateKeyAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { GasState } from "./gas";
import type { Rpc } from "./rpc";
import { awaitReceipt, type Wait } from "./settlement";
import { createSender, settlingClient, type Attempt } from "./settlement-sender";
import { createWatch } from "./watched-client";
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
async function etherPriceOn({ chainId }: Pick<Chain, "chainId">, rpc: Rpc, now: Date): Promise<bigint | null> {
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

/** Our own key, which broadcasts the transfers that payers signed and pays their gas. */
export interface Settler {
  /** Lower case. */
  address: string;
  newAttempt(options?: Partial<Pick<Attempt, "onBroadcast" | "mostWei">>): Attempt;
  /** Asks the chain, unless the last answer is younger than `maxAgeMs`. Throws ChainUnavailable. */
  gasState(maxAgeMs?: number): Promise<GasState>;
  /** The last answer, null before the first. Once it is a minute old, it is renewed behind the caller. */
  knownGas(): GasState | null;
  signerFor(attempt: Attempt): FacilitatorEvmSigner;
}

/** Greatest age of the gas price by which offers are made. */
const OFFERED_MS = 60_000;

async function askGas(rpc: Rpc, account: PrivateKeyAccount, chainId: number): Promise<GasState> {
  await rpc.requireChain();
  const watch = createWatch(rpc);
  const client = settlingClient(watch, account, chainId);
  try {
    const [balance, { maxFeePerGas }, etherPrice] = await Promise.all([
      client.getBalance({ address: account.address }),
      client.estimateFeesPerGas(),
      etherPriceOn({ chainId }, rpc, new Date()),
    ]);
    return { balance, maxFeePerGas, etherPrice };
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    watch.requireAnswers();
    throw new ChainUnavailable("malformed");
  }
}

/** Caches the last answer, since each settlement and each offer needs one. */
function gasReader(ask: () => Promise<GasState>): Pick<Settler, "gasState" | "knownGas"> {
  let known: GasState | null = null;
  let knownSince = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  async function askNow(): Promise<GasState> {
    askedAt = performance.now();
    const [state, since] = [await ask(), askedAt];
    [known, knownSince] = [state, since];
    return state;
  }
  return {
    gasState: async (maxAgeMs = 0) => (known && performance.now() - knownSince < maxAgeMs ? known : askNow()),
    knownGas() {
      if (performance.now() - askedAt >= OFFERED_MS) askNow().catch(() => undefined);
      return known;
    },
  };
}

export function createSettler(chain: Chain, key: Hex, wait: Wait): Settler {
  const [rpc] = chain.rpcs;
  if (!rpc) throw new Error("a chain without an endpoint");
  const account = privateKeyToAccount(key);
  const sender = createSender(rpc, account, chain.chainId);
  return {
    address: account.address.toLowerCase(),
    newAttempt: ({ onBroadcast = async () => undefined, mostWei = null } = {}) => ({
      watch: createWatch(rpc),
      onBroadcast,
      mostWei,
      txHash: null,
      receipt: null,
      isSendRefused: false,
      revert: null,
    }),
    ...gasReader(() => askGas(rpc, account, chain.chainId)),
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
