import { expect, type Page, type Request } from "@playwright/test";
import { encodeFunctionData } from "viem";
import type { HDAccount } from "viem/accounts";
import type { Step } from "@/lib/domain/money/purchase-flow/purchase-state";
import { accountAt, USDC, type TestChain } from "../../../support/money/chain";
import type { TestWallet } from "../test-wallet";

export interface Scene {
  page: Page;
  chain: TestChain;
  wallet: TestWallet;
  buyer: HDAccount;
  /** Runs when the scene is over: what it changed on the chain is as it was. */
  afterwards(work: () => Promise<unknown>): void;
}

/** Plays a scene; then the chain and what was changed on it are as before. */
export async function withScene(parts: Omit<Scene, "afterwards">, work: (scene: Scene) => Promise<void>): Promise<void> {
  const afterwards: (() => Promise<unknown>)[] = [];
  try {
    await work({ ...parts, afterwards: (undo) => void afterwards.push(undo) });
  } finally {
    await parts.chain.setAutomine(true);
    for (const undo of afterwards) await undo();
    await parts.chain.catchUp();
  }
}

/** A way to a state that a buyer can see. */
export interface Way {
  /** Begins at an empty tab. */
  reach(scene: Scene): Promise<unknown>;
  /** Words by which this look of the state is told from the others. */
  shows: string | RegExp;
  /** What a reload leads to: the form with nothing to continue, or the state to which Continue leads. */
  reloaded: "form" | Step;
}

export type Ways = Readonly<Record<string, Way>>;

/** A wallet that answers with this error. */
export const failing = (code: number, message: string) => ({ kind: "error", code, message }) as const;

/** A wallet without USDC or ether, new each time. */
export const strangers = (() => {
  let last = 1000 + Math.floor(Math.random() * 2 ** 30);
  return { next: (): HDAccount => accountAt(last++) };
})();

/** The buyer's wallet has no ether until the scene is over. */
export async function withoutEther({ chain, buyer: { address }, afterwards }: Scene): Promise<void> {
  const value = await chain.client.getBalance({ address });
  await chain.client.setBalance({ address, value: 0n });
  afterwards(() => chain.client.setBalance({ address, value }));
}

/** USDC's issuer blocks an account, or frees it; first in its block. */
export async function setBlocked(chain: TestChain, { address }: HDAccount, isBlocked: boolean): Promise<void> {
  const data = encodeFunctionData({ abi: chain.contracts.TestUSDC.abi, functionName: "blacklist", args: [address, isBlocked] });
  await chain.client.sendTransaction({
    account: chain.settler,
    to: USDC,
    data,
    gas: 100_000n,
    maxFeePerGas: 90_000_000_000n,
    maxPriorityFeePerGas: 20_000_000_000n,
  });
}

/** A wallet answers this process within it; what the page asks the service is waited for. */
const ANSWER_MS = 40;

interface Patience {
  strideMs?: number;
  until: () => Promise<boolean>;
}

const MOST_STRIDES = 100;

/**
 * Moves the page's clock on in strides. The next one begins once the service has answered what the
 * page asked in the last one.
 */
export async function passTime(page: Page, { strideMs = 5000, until }: Patience): Promise<void> {
  const asked = new Set<Request>();
  const note = (request: Request) => void asked.add(request);
  const forget = (request: Request) => void asked.delete(request);
  page.on("request", note).on("requestfinished", forget).on("requestfailed", forget);
  for (let stride = 0; stride < MOST_STRIDES && !(await until()); stride++) {
    await page.clock.runFor(strideMs);
    await page.waitForTimeout(ANSWER_MS);
    await expect.poll(() => asked.size).toBe(0);
  }
  page.off("request", note).off("requestfinished", forget).off("requestfailed", forget);
}

/** Until the state of that name is on the screen. */
export const passTimeTo = (page: Page, name: Step): Promise<void> =>
  passTime(page, { until: async () => (await page.locator(`[data-step="${name}"]`).count()) > 0 });
