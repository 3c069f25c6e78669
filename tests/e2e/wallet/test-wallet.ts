import { expect, type Page } from "@playwright/test";
import { encodeFunctionData, erc20Abi, type Address, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import type { TestChain } from "../../support/money/chain";

/** What a wallet does in place of answering. */
type Behaviour =
  | { kind: "decline" }
  | { kind: "error"; code: number; message: string }
  | { kind: "hang" }
  | { kind: "lose-answer" }
  /** Does what it was asked, and then fails. */
  | { kind: "fail-after"; code: number; message: string }
  | { kind: "answer"; result: unknown };

export interface TestWallet {
  /** Every request of the page, in order. */
  requests: { method: string; params: unknown[] }[];
  /** Hashes of what it has sent. */
  sent: Hex[];
  /** How the next request of a method goes; `always` for every one. */
  behave(method: string, behaviour: Behaviour, times?: "once" | "always"): void;
  use(account: HDAccount): Promise<void>;
  switchTo(chainId: number): Promise<void>;
  /** Sends from this account without telling the page. */
  payFrom(account: HDAccount): void;
  /** Sends so much instead of what the page asks for, as a buyer can who edits the amount in the wallet. */
  payInstead(units: bigint): void;
  /**
   * Waits until the page has read the transaction that waits for its block. Only then can it tell what
   * takes its place.
   */
  isFollowed(): Promise<void>;
  /** Another transaction in place of the last one that waits for its block. */
  replaceLast(by: "faster" | "cancel" | "other"): Promise<void>;
  /** Sends the last signed transaction again. Wallets and nodes do so with one that the network has forgotten. */
  sendLastAgain(): Promise<void>;
  methods(method: string): number;
}

const BASE = 8453;

/** Evaluated in the page as text, because a bundler adds helpers that the page does not have. */
const PROVIDER = `(() => {
  const listeners = {};
  const provider = {
    async request({ method, params }) {
      const answer = await window.__walletRequest(method, params ?? []);
      if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    },
    on(event, listener) { (listeners[event] ??= []).push(listener); return provider; },
    removeListener(event, listener) { listeners[event] = (listeners[event] ?? []).filter((one) => one !== listener); return provider; },
  };
  window.__walletEmit = (event, value) => { for (const listener of listeners[event] ?? []) listener(value); };
  const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
  const info = Object.freeze({ uuid: "350670db-19fa-4704-a166-e52e178b59d2", name: "Test Wallet", icon, rdns: "org.example.wallet" });
  const announce = () => window.__walletHidden || window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
})()`;

interface Transaction {
  to: Hex;
  data?: Hex;
  value?: Hex;
  gas?: Hex;
  chainId?: Hex;
}

interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** Errors pass on as the node gave them, with the reason of a revert. */
async function askNode({ url }: TestChain, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const { result, error } = (await response.json()) as { result: unknown; error?: RpcError };
  if (error) throw Object.assign(new Error(error.message), error);
  return result;
}

const errorOf = ({ code, message }: RpcError) => Object.assign(new Error(message), { code });

interface WalletOptions {
  chainId?: number;
  /** Contract wallet that the account owns. It is the account that the page sees, pays and is signed for (ERC-1271). */
  contract?: Address | null;
}

/** An EIP-6963 wallet whose keys stay in this process; what it sends is mined by the test's chain. */
export async function installWallet(
  page: Page,
  chain: TestChain,
  first: HDAccount,
  { chainId: firstChain = BASE, contract = null }: WalletOptions = {},
): Promise<TestWallet> {
  let account = first;
  let insteadUnits: bigint | null = null;
  const address = (): Address => contract ?? account.address;
  let chainId = firstChain;
  let isConnected = false;
  const behaviours = new Map<string, { behaviour: Behaviour; times: "once" | "always" }>();
  const requests: TestWallet["requests"] = [];
  const sent: Hex[] = [];
  let signed: Hex | null = null;
  let last: (Transaction & { nonce: number }) | null = null;
  const emit = (event: string, value: unknown) =>
    page.evaluate(([name, detail]) => (Reflect.get(window, "__walletEmit") as (...list: unknown[]) => void)(name, detail), [
      event,
      value,
    ] as const);

  /** What the wallet puts on the chain for what the page asked. */
  function transactionFor(asked: Transaction): Transaction {
    const changed =
      insteadUnits === null
        ? asked
        : { ...asked, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [chain.payTo, insteadUnits] }) };
    if (contract === null) return changed;
    const run = { abi: chain.contracts.SmartWallet.abi, functionName: "run", args: [changed.to, changed.data ?? "0x"] };
    return { to: contract, data: encodeFunctionData(run) };
  }

  async function send(asked: Transaction): Promise<Hex> {
    const { to, data, value, gas } = transactionFor(asked);
    const request = await chain.client.prepareTransactionRequest({
      account,
      to,
      ...(data ? { data } : {}),
      value: BigInt(value ?? 0),
      ...(gas ? { gas: BigInt(gas) } : {}),
    });
    signed = await account.signTransaction(request as Parameters<HDAccount["signTransaction"]>[0]);
    const hash = await chain.client.sendRawTransaction({ serializedTransaction: signed });
    sent.push(hash);
    last = { to, ...(data ? { data } : {}), nonce: (await chain.client.getTransaction({ hash })).nonce };
    return hash;
  }

  async function answer(method: string, params: unknown[]): Promise<unknown> {
    switch (method) {
      case "eth_requestAccounts":
        isConnected = true;
        return [address()];
      case "eth_accounts":
        return isConnected ? [address()] : [];
      case "wallet_requestPermissions":
        isConnected = true;
        return [{ parentCapability: "eth_accounts", caveats: [{ type: "restrictReturnedAccounts", value: [address()] }] }];
      case "eth_chainId":
        return `0x${chainId.toString(16)}`;
      case "wallet_addEthereumChain":
      case "wallet_switchEthereumChain":
        chainId = Number((params[0] as { chainId: Hex }).chainId);
        await emit("chainChanged", `0x${chainId.toString(16)}`);
        return null;
      case "personal_sign":
        return account.signMessage({ message: { raw: params[0] as Hex } });
      case "eth_signTypedData_v4":
        return account.signTypedData(JSON.parse(params[1] as string) as Parameters<HDAccount["signTypedData"]>[0]);
      case "eth_sendTransaction":
        return send(params[0] as Transaction);
      default:
        return askNode(chain, method, params);
    }
  }

  async function behaved(method: string, params: unknown[]): Promise<unknown> {
    const planned = behaviours.get(method);
    if (planned?.times === "once") behaviours.delete(method);
    const kind = planned?.behaviour.kind;
    if (kind === "decline") throw Object.assign(new Error("User rejected the request."), { code: 4001 });
    if (planned?.behaviour.kind === "error") throw errorOf(planned.behaviour);
    if (kind === "hang") return new Promise(() => undefined);
    if (planned?.behaviour.kind === "answer") return planned.behaviour.result;
    const result = await answer(method, params);
    if (planned?.behaviour.kind === "fail-after") throw errorOf(planned.behaviour);
    return kind === "lose-answer" ? new Promise(() => undefined) : result;
  }

  await page.exposeFunction("__walletRequest", async (method: string, params: unknown[]) => {
    requests.push({ method, params });
    try {
      return { result: await behaved(method, params) };
    } catch (error) {
      const { code = -32_000, shortMessage, message, data } = error as RpcError & { shortMessage?: string };
      return { error: { code, message: shortMessage ?? message, data } };
    }
  });
  await page.addInitScript(PROVIDER);
  return {
    requests,
    sent,
    behave: (method, behaviour, times = "once") => void behaviours.set(method, { behaviour, times }),
    async use(other) {
      account = other;
      await emit("accountsChanged", [other.address]);
    },
    async switchTo(id) {
      chainId = id;
      await emit("chainChanged", `0x${id.toString(16)}`);
    },
    payFrom(other) {
      account = other;
    },
    payInstead(units) {
      insteadUnits = units;
    },
    isFollowed: () =>
      expect
        .poll(() => requests.filter(({ method }) => method === "eth_getTransactionByHash").length, { timeout: 15_000 })
        .toBeGreaterThan(0),
    async replaceLast(by) {
      if (last === null) throw new Error("nothing was sent");
      const { to, data, nonce } = last;
      const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 5_000_000_000n };
      const what = {
        faster: { to, ...(data ? { data } : {}) },
        cancel: { to: account.address, value: 0n },
        other: { to: chain.settler.address, value: 1n },
      };
      await chain.client.sendTransaction({ account, nonce, gas: 200_000n, ...fees, ...what[by] });
    },
    async sendLastAgain() {
      if (signed === null) throw new Error("nothing was sent");
      await chain.client.sendRawTransaction({ serializedTransaction: signed });
    },
    methods: (method) => requests.filter((request) => request.method === method).length,
  };
}
