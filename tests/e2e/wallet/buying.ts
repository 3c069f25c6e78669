import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { HDAccount } from "viem/accounts";
import { NO_ANVIL } from "../../support/money/anvil";
import { chainAt, type TestChain } from "../../support/money/chain";
import { DATABASE_URL_FILE } from "../breakage";
import { expect, test as base } from "../test";
import { CHAIN_URL_FILE } from "./chain-url";
import { installWallet, type TestWallet } from "./test-wallet";

interface Buying {
  chain: TestChain;
  buyer: HDAccount;
  wallet: TestWallet;
  /** The network on which the wallet is at first. */
  firstChain: number;
}

let lastBuyer = 0;

/** Each test with a chain, a buyer and a wallet in its page. */
export const test = base.extend<Buying>({
  chain: async ({ baseURL: _ }, use, info) => {
    const url = readFileSync(CHAIN_URL_FILE, "utf8");
    info.skip(url === "", NO_ANVIL);
    const chain = chainAt(url);
    await chain.setAutomine(true);
    await use(chain);
    await chain.setAutomine(true);
    await chain.mine();
  },
  buyer: async ({ chain }, use) => {
    await use(chain.buyers[lastBuyer++ % chain.buyers.length] as HDAccount);
  },
  firstChain: [8453, { option: true }],
  wallet: async ({ page, chain, buyer, firstChain }, use) => {
    await use(await installWallet(page, chain, buyer, { chainId: firstChain }));
  },
});

export { expect };

export const step = (page: Page) => page.locator("[data-step]");

export const atStep = (page: Page, name: string): Promise<void> =>
  expect(step(page)).toHaveAttribute("data-step", name, { timeout: 20_000 });

export async function connect(page: Page, { amount = "5", path = "/buy" } = {}): Promise<void> {
  await page.goto(path);
  await page.getByLabel(/^Amount in USDC/).fill(amount);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "Test Wallet" }).click();
}

export async function toReview(page: Page, options: { amount?: string; path?: string } = {}): Promise<void> {
  await connect(page, options);
  await atStep(page, "review");
}

export const sendButton = (page: Page) => page.getByRole("button", { name: /^Send .* USDC$/ });

/** Blocks that make a payment of up to fifty dollars deep enough. */
export const deepen = (chain: TestChain): Promise<void> => chain.mine(8);

export async function tokenShown(page: Page): Promise<string> {
  await atStep(page, "credited");
  return page.getByLabel("Your token").inputValue();
}

export const balanceOf = async (page: Page, token: string): Promise<{ status: number; balance?: number }> => {
  const response = await page.request.get("/api/payment/balance", { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status(), ...((await response.json()) as { balance?: number }) };
};

/** A purchase of five dollars from the amount to its token. */
export async function buy(page: Page, chain: TestChain): Promise<string> {
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "confirming");
  await deepen(chain);
  return tokenShown(page);
}

/** Keys of what this browser remembers of payments. */
export const records = (page: Page): Promise<string[]> =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('payment:'))");

/** The primary actions on the screen. */
export const primaryCount = (page: Page): Promise<number> => step(page).locator(".control-primary").count();

/** For `afterAll`: recomputes every balance from the journal, and throws on a fault. */
export function requireBalancedLedger(): void {
  const environment = { ...process.env, DATABASE_URL: readFileSync(DATABASE_URL_FILE, "utf8") };
  const verify = ["--import", "tsx", "lib/server/cli/ledger-cli.ts", "verify"];
  const { status, stdout, stderr } = spawnSync(process.execPath, verify, { env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`The ledger does not balance: ${stdout}${stderr}`);
}
