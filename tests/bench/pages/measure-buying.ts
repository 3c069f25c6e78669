import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright";
import { chainAt } from "../../support/money/chain";
import { atStep, press, sendButton } from "../../e2e/wallet/buying";
import { installWallet } from "../../e2e/wallet/test-wallet";
import { openSlowPage } from "./measure-speed";
import { chainUrlFile } from "../../e2e/server-files";

/** Milliseconds from each of a buyer's clicks to the next picture. */
export interface BuyingSpeed {
  connect: number;
  /** The choice of the wallet, which leads to the review. */
  review: number;
  send: number;
}

const SETTLE_MS = 300;

async function inpOf(page: Page, click: () => Promise<void>, step: string): Promise<number> {
  await page.evaluate("seen.inp = 0");
  await click();
  await atStep(page, step);
  await page.waitForTimeout(SETTLE_MS);
  return Number(await page.evaluate("seen.inp"));
}

/** A purchase at a quarter of the processor's speed; null where the server sells nothing. */
export async function measureBuying(browser: Browser, base: string): Promise<BuyingSpeed | null> {
  const url = readFileSync(chainUrlFile(Number(new URL(base).port)), "utf8");
  if (url === "") return null;
  const chain = chainAt(url);
  const { page, close } = await openSlowPage(browser, { baseURL: base });
  try {
    const wallet = await installWallet(page, chain, chain.buyers[0]);
    wallet.behave("eth_sendTransaction", { kind: "decline" });
    await page.goto("/buy", { waitUntil: "networkidle" });
    const connect = await inpOf(page, () => press(page, "Connect wallet"), "choosing");
    const review = await inpOf(page, () => press(page, "Test Wallet"), "review");
    const send = await inpOf(page, () => sendButton(page).click(), "declined");
    return { connect, review, send };
  } finally {
    await close();
  }
}
