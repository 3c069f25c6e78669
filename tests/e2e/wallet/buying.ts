import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { HDAccount } from "viem/accounts";
import { dbOf, openConnection } from "@/db/connection";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { NO_ANVIL } from "../../support/money/anvil";
import { chainAt, type TestChain } from "../../support/money/chain";
import { expect, test as base } from "../test";
import { stopInstances } from "./instance";
import { installWallet, type TestWallet } from "./test-wallet";
import { CHAIN_URL_FILE, DATABASE_URL_FILE } from "../server-files";

interface Buying {
  chain: TestChain;
  buyer: HDAccount;
  wallet: TestWallet;
  /** The network on which the wallet is at first. */
  firstChain: number;
  /** Recomputes every balance from the journal after the test. */
  ledger: void;
}

export const databaseUrl = (): string => readFileSync(DATABASE_URL_FILE, "utf8");

/** Throws on a fault in the books. */
export async function requireBalancedLedger(): Promise<void> {
  const connection = await openConnection({ driver: "pg", url: databaseUrl() }, "");
  try {
    const { faults } = await checkLedger(dbOf(connection), new Date());
    if (faults.length > 0) throw new Error(`The ledger does not balance: ${faults.join("; ")}`);
  } finally {
    await connection.close();
  }
}

let lastBuyer = 0;

/** Each test with a chain, a buyer and a wallet in its page; after it the ledger balances. */
export const test = base.extend<Buying, { instances: void }>({
  instances: [
    async ({ browserName: _ }, use) => {
      await use();
      await stopInstances();
    },
    { scope: "worker", auto: true },
  ],
  chain: async ({ baseURL: _ }, use, info) => {
    const url = readFileSync(CHAIN_URL_FILE, "utf8");
    info.skip(url === "", NO_ANVIL);
    const chain = chainAt(url);
    await chain.setAutomine(true);
    await chain.catchUp();
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
  ledger: [
    async ({ baseURL: _ }, use) => {
      await use();
      await requireBalancedLedger();
    },
    { auto: true },
  ],
});

export { expect };

export const step = (page: Page) => page.locator("[data-step]");

export const atStep = (page: Page, name: string): Promise<void> =>
  expect(step(page)).toHaveAttribute("data-step", name, { timeout: 20_000 });

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click();

/** Opens the wallets of the browser. */
export async function toWallets(page: Page, { amount = "5", path = "/buy" } = {}): Promise<void> {
  await page.goto(path);
  await page.getByLabel(/^Amount in USDC/).fill(amount);
  await press(page, "Connect wallet");
}

export async function connect(page: Page, options: { amount?: string; path?: string } = {}): Promise<void> {
  await toWallets(page, options);
  await press(page, "Test Wallet");
}

export async function toReview(page: Page, options: { amount?: string; path?: string } = {}): Promise<void> {
  await connect(page, options);
  await atStep(page, "review");
}

/** The review of a transfer that the service sends and pays the gas of, for a wallet without ether. */
export async function toGaslessReview(page: Page): Promise<void> {
  await connect(page);
  await atStep(page, "no-gas");
  await press(page, "Pay without ETH");
  await atStep(page, "review");
}

export const sendButton = (page: Page) => page.getByRole("button", { name: /^Send .* USDC$/ });

/** Sends what the review shows, until the service is asked for the credits of the transfer. */
export async function send(page: Page): Promise<void> {
  await sendButton(page).click();
  await atStep(page, "confirming");
}

/** From the amount until the service is asked for the credits of a transfer that is in a block. */
export async function pay(page: Page, options: { amount?: string; path?: string } = {}): Promise<void> {
  await toReview(page, options);
  await send(page);
}

/** The wallet signs for a payment that nothing else shows to be the buyer's. */
export const signText = (page: Page): Promise<void> => press(page, "Sign the text");

/** Blocks that make a payment of up to fifty dollars deep enough. */
export const deepen = (chain: TestChain): Promise<void> => chain.mine(8);

export async function tokenShown(page: Page): Promise<string> {
  await atStep(page, "credited");
  return page.getByLabel("Your token").inputValue();
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

export const balanceOf = async (page: Page, token: string): Promise<{ status: number; balance?: number }> => {
  const response = await page.request.get("/api/payment/balance", bearer(token));
  return { status: response.status(), ...((await response.json()) as { balance?: number }) };
};

/** The token has exactly these credits, and a paid call with it is answered and charged. */
export async function requireWorking(page: Page, token: string, credits: number): Promise<void> {
  expect(await balanceOf(page, token)).toMatchObject({ status: 200, balance: credits });
  expect((await page.request.get("/api/premium/routing?task=code", bearer(token))).status()).toBe(200);
  expect((await balanceOf(page, token)).balance).toBeLessThan(credits);
}

export async function requireEnded(page: Page, token: string): Promise<void> {
  expect(await balanceOf(page, token)).toMatchObject({ status: 401 });
}

/** A purchase of five dollars from the amount to its token. */
export async function buy(page: Page, chain: TestChain): Promise<string> {
  await pay(page);
  await deepen(chain);
  return tokenShown(page);
}

/** For who has paid and has no token: finds the payment by its transaction. */
export async function recover(page: Page, { hash, memo = "" }: { hash: string; memo?: string }): Promise<void> {
  await page.goto("/buy");
  await page.getByText("I already paid").click();
  await page.getByLabel("Transaction", { exact: true }).fill(hash);
  await page.getByLabel("Memo, if you still have it").fill(memo);
  await press(page, "Find the payment");
}

/** Keys of what this browser remembers of payments. */
export const records = (page: Page): Promise<string[]> =>
  page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('payment:'))");

/** The primary actions on the screen. */
export const primaryCount = (page: Page): Promise<number> => step(page).locator(".control-primary").count();
