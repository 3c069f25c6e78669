import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import type { HDAccount } from "viem/accounts";
import { chainAt, type TestChain } from "../support/money/chain";
import { CHAIN_URL_FILE } from "../e2e/wallet/chain-url";
import { installWallet, type TestWallet } from "../e2e/wallet/test-wallet";

const WIDTHS = [1440, 390] as const;

interface Scene {
  page: Page;
  chain: TestChain;
  wallet: TestWallet;
  buyer: HDAccount;
  /** Photographs the state at hand. */
  shoot(name: string): Promise<void>;
}

const atStep = (page: Page, name: string): Promise<void> => page.locator(`[data-step="${name}"]`).waitFor({ timeout: 20_000 });
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click();

async function toReview({ page }: Scene): Promise<void> {
  await press(page, "Connect wallet");
  await press(page, "Test Wallet");
  await atStep(page, "review");
}

/** Each begins at the form and photographs what it comes to. */
const SCENES: readonly ((scene: Scene) => Promise<void>)[] = [
  async ({ page, wallet, shoot }) => {
    await press(page, "Connect wallet");
    await page.getByRole("button", { name: "Test Wallet" }).waitFor();
    await shoot("choosing");
    wallet.behave("wallet_requestPermissions", { kind: "decline" });
    await press(page, "Test Wallet");
    await atStep(page, "unconnected");
    await shoot("unconnected");
  },
  async ({ page, wallet, shoot }) => {
    await wallet.switchTo(1);
    await press(page, "Connect wallet");
    await press(page, "Test Wallet");
    await atStep(page, "wrong-network");
    await shoot("wrong-network");
  },
  async (scene) => {
    const { page, wallet, shoot } = scene;
    await toReview(scene);
    await shoot("review");
    wallet.behave("eth_sendTransaction", { kind: "hang" });
    await press(page, /^Send .* USDC$/);
    await atStep(page, "signing");
    await shoot("signing");
    await press(page, "Stop waiting");
    await atStep(page, "unsure");
    await shoot("unsure");
    await press(page, "Back");
    await page.getByRole("region", { name: "Unfinished payments" }).waitFor();
    await shoot("unfinished");
  },
  async (scene) => {
    const { page, chain, shoot } = scene;
    await toReview(scene);
    await press(page, /^Send .* USDC$/);
    await atStep(page, "confirming");
    await shoot("confirming");
    await chain.mine(8);
    await atStep(page, "credited");
    await shoot("credited");
  },
  async ({ page, shoot }) => {
    await press(page, "Pay from another wallet");
    await atStep(page, "awaiting");
    await shoot("awaiting");
  },
  async ({ page, shoot }) => {
    await page.getByLabel(/^Amount in USDC/).fill("9000");
    await press(page, "Connect wallet");
    await press(page, "Test Wallet");
    await atStep(page, "too-little-usdc");
    await shoot("too-little-usdc");
  },
  async ({ page, shoot }) => {
    await page.route("**/llms.txt", async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ body: text.replace(/(USDC on Base\): 0x[0-9a-fA-F]{39})./, "$11") });
    });
    await press(page, "Connect wallet");
    await press(page, "Test Wallet");
    await atStep(page, "address-differs");
    await shoot("address-differs");
  },
  async ({ page, chain, buyer, shoot }) => {
    const hash = await chain.transfer(buyer, 2_345_678n);
    await chain.mine(8);
    await page.getByText("I already paid").click();
    await shoot("recovery");
    await page.getByLabel("Transaction", { exact: true }).fill(hash);
    await press(page, "Find the payment");
    await atStep(page, "must-sign");
    await shoot("must-sign");
  },
];

async function play(browser: Browser, { base, folder, theme }: { base: string; folder: string; theme: "light" | "dark" }): Promise<void> {
  const chain = chainAt(readFileSync(CHAIN_URL_FILE, "utf8"));
  const [buyer] = chain.buyers;
  for (const scene of SCENES) {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width: WIDTHS[0], height: 900 } });
    try {
      const page = await context.newPage();
      const wallet = await installWallet(page, chain, buyer);
      await page.goto(`${base}/buy`);
      const shoot = async (name: string) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: join(folder, `buy-${name}-${width}-${theme}.png`), fullPage: true });
        }
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
      };
      await scene({ page, chain, wallet, buyer, shoot });
    } finally {
      await context.close();
    }
  }
}

/** The states of a purchase, where the server sells on the chain of the browser tests; false where it does not. */
export async function shootWalletStates(browser: Browser, base: string, folder: string): Promise<boolean> {
  const url = existsSync(CHAIN_URL_FILE) ? readFileSync(CHAIN_URL_FILE, "utf8") : "";
  if (url === "" || !(await fetch(url, { method: "POST", body: "{}" }).catch(() => null))) return false;
  for (const theme of ["light", "dark"] as const) await play(browser, { base, folder, theme });
  return true;
}
