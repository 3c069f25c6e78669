import {
  BaseError,
  ContractFunctionRevertedError,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  WaitForTransactionReceiptTimeoutError,
  type Client,
  type EIP1193Provider,
} from "viem";
import {
  estimateContractGas,
  estimateFeesPerGas,
  getBalance,
  getCode,
  getTransaction,
  getTransactionCount,
  readContract,
  signMessage,
  simulateContract,
  waitForTransactionReceipt,
} from "viem/actions";
import { base } from "viem/chains";
import { createConfig, injected, unstable_connector, type Connector } from "wagmi";
import { connect, getConnection, switchChain, watchConnection, watchConnectors } from "wagmi/actions";
import { USDC } from "@/lib/domain/money/purchase-flow/compare-copies";
import type { Address, Hash, Quote, WalletOption } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { OfferedWallets } from "@/lib/domain/money/offered-wallets";
import { walletsOf, type OfferedWallet } from "./offered/offered-wallet";
import type { Pairing } from "./offered/pairing";
import { UnpayableError, type Balances, type BuyerWallet, type Connection, type PreparedTransfer, type TransferWatch } from "./wallet";

/** Bridged USDC, which many wallets show beside USDC. */
const USDBC: Address = "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA";
/** Gas of a transfer that cannot be estimated because it would fail. */
const TRANSFER_GAS = 65_000n;
const POLL_MS = 2000;
const FOLLOW_MS = 60_000;
const LONGEST_NAME = 40;
/** wagmi's name of whatever sits at `window.ethereum`. */
const UNNAMED = "injected";

function openConfig() {
  return createConfig({
    chains: [base],
    connectors: [injected()],
    transports: { [base.id]: unstable_connector(injected) },
    storage: null,
  });
}

type Config = ReturnType<typeof openConfig>;

const isImage = (icon: string | undefined): icon is string => icon?.startsWith("data:image/") === true;

function optionOf({ uid, id, name, icon }: Connector): WalletOption {
  const shown = id === UNNAMED ? "Browser wallet" : [...name].slice(0, LONGEST_NAME).join("");
  return { id: uid, name: shown, icon: isImage(icon) ? icon : null, isInstalled: true };
}

/** Wallets that announce themselves by EIP-6963; the unnamed one only where there is no other. */
function optionsOf(connectors: readonly Connector[]): WalletOption[] {
  const announced = connectors.filter(({ id }) => id !== UNNAMED);
  const hasUnnamed = "ethereum" in window && window.ethereum !== undefined;
  return (announced.length > 0 || !hasUnnamed ? announced : connectors).map(optionOf);
}

function connectionOf(config: Config): Connection | null {
  const { address, chainId } = getConnection(config);
  return address && chainId !== undefined ? { account: address, chainId } : null;
}

/** A client of the connected wallet itself; wagmi's transport would take the first wallet of its kind. */
async function clientOf(config: Config): Promise<Client> {
  const { connector } = getConnection(config);
  if (!connector) throw new Error("No wallet is connected.");
  const provider = (await connector.getProvider()) as EIP1193Provider;
  return createClient({ chain: base, pollingInterval: POLL_MS, transport: custom(provider, { retryCount: 0 }) });
}

const transferOf = ({ contract, payTo, units }: Quote) =>
  ({ address: contract, abi: erc20Abi, functionName: "transfer", args: [payTo, units] }) as const;

async function gasCost(client: Client, account: Address, payTo: Address): Promise<bigint> {
  const code = await getCode(client, { address: account });
  if (code !== undefined && code !== "0x") return 0n;
  const one = { address: USDC, abi: erc20Abi, functionName: "transfer", args: [payTo, 1n], account } as const;
  const [gas, fees] = await Promise.all([
    estimateContractGas(client, one).catch(() => TRANSFER_GAS),
    estimateFeesPerGas(client, { chain: base }),
  ]);
  return gas * fees.maxFeePerGas;
}

async function balancesOf(client: Client, account: Address, payTo: Address): Promise<Balances> {
  const balance = (address: Address) => readContract(client, { address, abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const [usdc, ether, etherNeeded, bridged] = await Promise.all([
    balance(USDC),
    getBalance(client, { address: account }),
    gasCost(client, account, payTo),
    balance(USDBC).catch(() => 0n),
  ]);
  return { usdc, bridged, ether, etherNeeded };
}

const REASONS: readonly [RegExp, string][] = [
  [/paused/i, "USDC transfers are paused by its issuer."],
  [/blacklist|blocklist/i, "USDC's issuer has blocked one of the two addresses."],
  [/exceeds balance|insufficient/i, "The transfer exceeds the balance of this account."],
];

function unpayable(error: unknown): UnpayableError {
  const reverted = error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
  if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
  const text = reverted.reason ?? reverted.shortMessage;
  return new UnpayableError(REASONS.find(([words]) => words.test(text))?.[1] ?? `The transfer would fail: ${text}`);
}

async function prepare(client: Client, account: Address, quote: Quote): Promise<PreparedTransfer> {
  const transfer = transferOf(quote);
  const [nonce] = await Promise.all([
    getTransactionCount(client, { address: account, blockTag: "pending" }),
    simulateContract(client, { ...transfer, account, chain: base }).catch((error: unknown) => {
      throw unpayable(error);
    }),
  ]);
  const data = encodeFunctionData(transfer);
  const params = [{ from: account, to: quote.contract, data, value: "0x0", chainId: numberToHex(base.id) }] as const;
  // Nothing is awaited before the wallet is asked: some phones open it only in direct answer to a tap.
  return { nonce, send: () => client.request({ method: "eth_sendTransaction", params: params as never }) as Promise<Hash> };
}

async function follow(client: Client, sent: Hash, handlers: TransferWatch, signal: AbortSignal): Promise<void> {
  let hash = sent;
  while (!signal.aborted) {
    let end: ((by: Hash) => void) | null = null;
    try {
      const receipt = await waitForTransactionReceipt(client, {
        hash,
        timeout: FOLLOW_MS,
        onReplaced({ reason, transaction }) {
          hash = transaction.hash;
          if (signal.aborted) return;
          if (reason === "repriced") handlers.repriced(hash);
          else end = reason === "cancelled" ? handlers.cancelled : handlers.replaced;
        },
      });
      if (signal.aborted) return;
      const isSuccess = receipt.status === "success";
      return (end ?? (isSuccess ? handlers.mined : handlers.reverted))(receipt.transactionHash);
    } catch (error) {
      if (!(error instanceof WaitForTransactionReceiptTimeoutError)) await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }
}

async function isKnown(client: Client, hash: Hash): Promise<boolean> {
  const found = await getTransaction(client, { hash }).catch((error: unknown) => {
    if (error instanceof BaseError && error.name === "TransactionNotFoundError") return null;
    throw error;
  });
  return found !== null;
}

/** A wallet that is not in the browser has no accounts to choose from before it is asked. */
async function targetOf(wallet: OfferedWallet, pairing: Pairing) {
  const { id, name } = wallet;
  const provider = (await wallet.open(pairing)) as never;
  // The buyer may have gone on with another wallet, which must stay the connected one.
  if (pairing.signal.aborted) throw new Error("Nobody waits for this wallet any more.");
  return { shimDisconnect: false, target: { id, name, provider } } as const;
}

let opened: BuyerWallet | null = null;

/** The wallet of this browser, by wagmi; it stays connected from one purchase to the next. */
export const baseWallet = (offered: OfferedWallets): BuyerWallet => (opened ??= openBaseWallet(walletsOf(offered)));

function openBaseWallet(offered: readonly OfferedWallet[]): BuyerWallet {
  const config = openConfig();
  const client = () => clientOf(config);
  return {
    watchOptions(listener) {
      const tell = () => listener([...optionsOf(config.connectors), ...offered]);
      tell();
      return watchConnectors(config, { onChange: tell });
    },
    async connect(id, pairing) {
      const wallet = offered.find((option) => option.id === id);
      const connector = config.connectors.find(({ uid }) => uid === id);
      if (!wallet && !connector) throw new Error("This wallet is no longer there.");
      const { connector: open } = getConnection(config);
      if (wallet && open?.id !== id) await connect(config, { connector: injected(await targetOf(wallet, pairing)) });
      if (connector && open?.uid !== id) await connect(config, { connector });
      const connection = connectionOf(config);
      if (connection === null) throw Object.assign(new Error("The wallet gave no account."), { code: 4100 });
      return connection;
    },
    current: () => connectionOf(config),
    watch: (listener) => watchConnection(config, { onChange: () => listener(connectionOf(config)) }),
    async switchToBase() {
      await switchChain(config, { chainId: base.id });
    },
    balances: async (account, payTo) => balancesOf(await client(), account, payTo),
    prepare: async (account, quote) => prepare(await client(), account, quote),
    follow: async (hash, handlers, signal) => follow(await client(), hash, handlers, signal),
    knows: async (hash) => isKnown(await client(), hash),
    nonceOf: async (account) => getTransactionCount(await client(), { address: account, blockTag: "latest" }),
    signText: async (account, message) => signMessage(await client(), { account, message }),
    signTransfer: async (account, typedData) =>
      (await client()).request({
        method: "eth_signTypedData_v4",
        params: [account, JSON.stringify(typedData)] as never,
      }) as Promise<string>,
  };
}
