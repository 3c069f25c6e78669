import { createTestClient, encodeFunctionData, getAddress, http, publicActions, toHex, walletActions, type Address, type Hex } from "viem";
import { mnemonicToAccount, type HDAccount } from "viem/accounts";
import { base } from "viem/chains";
import { startAnvil } from "./anvil";
import { compiledContracts, type Contracts } from "./contracts";

export const CHAIN_ID = 8453;
/** USDC's address on Base, because clients accept no other token as USDC. */
export const USDC = getAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
/** Chainlink's feed of ether in US dollars on Base. */
const ETHER_FEED = "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70";
const MNEMONIC = "test test test test test test test test test test test junk";

/** Key of the mnemonic from which anvil funds its first accounts. */
export const accountAt = (addressIndex: number): HDAccount => mnemonicToAccount(MNEMONIC, { addressIndex });
const clientOf = (url: string) =>
  createTestClient({ chain: base, mode: "anvil", transport: http(url, { retryCount: 0 }), pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

export interface TestChain {
  url: string;
  contracts: Contracts;
  client: ReturnType<typeof clientOf>;
  /** Our wallet; it never sends. */
  payTo: Address;
  /** Has ether for gas; its private key is `settlerKey`. */
  settler: HDAccount;
  settlerKey: Hex;
  /** Each has ether and 1,000 USDC. */
  buyers: readonly [HDAccount, HDAccount, HDAccount, HDAccount];
  mint(to: Address, units: bigint): Promise<Hex>;
  transfer(from: HDAccount, units: bigint, to?: Address): Promise<Hex>;
  transferMany(from: HDAccount, payments: readonly { to?: Address; units: bigint }[]): Promise<Hex>;
  call(
    from: HDAccount,
    contract: { address: Address; name: keyof Contracts },
    functionName: string,
    args: readonly unknown[],
  ): Promise<Hex>;
  balanceOf(address: Address): Promise<bigint>;
  mine(blocks?: number): Promise<void>;
  /** Replaces the newest blocks by empty ones, which drops their transactions. */
  reorg(depth: number): Promise<void>;
  setTime(time: Date): Promise<void>;
  /** Mines a block of this moment, unless the newest is younger. After a reorg the chain's clock lags behind. */
  catchUp(): Promise<void>;
  /** While off, transactions wait until `mine`. */
  setAutomine(isOn: boolean): Promise<void>;
  /** Gives the chain Chainlink's price of ether, in whole dollars. */
  setEtherPrice(dollars: number, at?: Date): Promise<void>;
  deployWallet(owner: Address): Promise<Address>;
  deploy(name: keyof Contracts, args?: readonly unknown[]): Promise<Address>;
  /** What a service needs to sell on this chain, on a public address too. */
  environment(): Record<string, string>;
  /** Ends the chain, unless another process started it. */
  stop(): Promise<void>;
}

type Client = TestChain["client"];

const settlerKey = (account: HDAccount): Hex => `0x${Buffer.from(account.getHdKey().privateKey ?? []).toString("hex")}`;

function actionsOf(client: Client, contracts: Contracts, payTo: Address) {
  const call: TestChain["call"] = async (from, { address, name }, functionName, args) => {
    const hash = await client.sendTransaction({
      account: from,
      to: address,
      data: encodeFunctionData({ abi: contracts[name].abi, functionName, args }),
    });
    const isMining = await client.getAutomine();
    if (isMining) await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  const token = { address: USDC, name: "TestUSDC" } as const;
  const deploy: TestChain["deploy"] = async (name, args = []) => {
    const hash = await client.deployContract({ account: accountAt(0), abi: contracts[name].abi, bytecode: contracts[name].creation, args });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (!contractAddress) throw new Error(`${name} was not deployed`);
    return getAddress(contractAddress);
  };
  return {
    call,
    deploy,
    mint: (to: Address, units: bigint) => call(accountAt(0), token, "mint", [to, units]),
    transfer: (from: HDAccount, units: bigint, to: Address = payTo) => call(from, token, "transfer", [to, units]),
    transferMany: (from: HDAccount, payments: readonly { to?: Address; units: bigint }[]) =>
      call(from, token, "transferMany", [payments.map(({ to }) => to ?? payTo), payments.map(({ units }) => units)]),
    balanceOf: (address: Address) =>
      client.readContract({ address: USDC, abi: contracts.TestUSDC.abi, functionName: "balanceOf", args: [address] }) as Promise<bigint>,
    mine: (blocks = 1) => client.mine({ blocks }),
    reorg: (depth: number) => client.request({ method: "anvil_reorg" as never, params: [depth, []] as never }).then(() => undefined),
    setTime: (time: Date) => client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(time.getTime() / 1000)) }),
    async catchUp() {
      const now = BigInt(Math.floor(Date.now() / 1000));
      if ((await client.getBlock()).timestamp >= now) return;
      await client.setNextBlockTimestamp({ timestamp: now });
      await client.mine({ blocks: 1 });
    },
    setAutomine: (isOn: boolean) => client.setAutomine(isOn),
    async setEtherPrice(dollars: number, at = new Date()) {
      await client.setCode({ address: ETHER_FEED, bytecode: contracts.EtherFeed.runtime });
      const values = [BigInt(dollars) * 100_000_000n, BigInt(Math.floor(at.getTime() / 1000))];
      for (const [index, value] of values.entries()) {
        await client.setStorageAt({ address: ETHER_FEED, index, value: toHex(value, { size: 32 }) });
      }
    },
    deployWallet: (owner: Address) => deploy("SmartWallet", [owner]),
  };
}

/** The chain that another process has started. */
export function chainAt(url: string): TestChain {
  const contracts = compiledContracts();
  const client = clientOf(url);
  const payTo = accountAt(9).address;
  const settler = accountAt(1);
  const buyers = [accountAt(2), accountAt(3), accountAt(4), accountAt(5)] as const;
  return {
    ...actionsOf(client, contracts, payTo),
    url,
    contracts,
    client,
    payTo,
    settler,
    settlerKey: settlerKey(settler),
    buyers,
    environment: () => ({
      PAYMENT_ADDRESS: payTo,
      NEXT_PUBLIC_PAYMENT_ADDRESS: payTo,
      OPERATOR_LEGAL_ENTITY: "Example Data LLC",
      OPERATOR_CONTACT: "ops@example.org",
      OPERATOR_SOCIAL_URL: "https://social.example/@data",
      MCP_REGISTRY_PUBLIC_KEY: "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=",
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_RPC_URLS: url,
      USDC_ADDRESS: USDC,
    }),
    stop: async () => undefined,
  };
}

/** A local copy of Base: its chain id, USDC and Multicall3 at their real addresses, and funded wallets. */
export async function startChain(): Promise<TestChain> {
  const anvil = await startAnvil(CHAIN_ID);
  const chain = chainAt(anvil.url);
  const { client, contracts, buyers } = chain;
  await client.setCode({ address: USDC, bytecode: contracts.TestUSDC.runtime });
  await client.setCode({ address: MULTICALL3, bytecode: contracts.Multicall3.runtime });
  for (const { address } of buyers) await chain.mint(address, 1_000_000_000n);
  return { ...chain, stop: anvil.stop };
}
