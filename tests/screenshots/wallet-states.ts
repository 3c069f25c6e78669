import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright";
import { chainAt } from "../support/money/chain";
import { CHAIN_URL_FILE } from "../e2e/wallet/chain-url";
import { firstPurchase } from "../e2e/wallet/first-purchase";
import { installWallet } from "../e2e/wallet/test-wallet";
import { BEFORE_PAYMENT } from "./wallet-scenes-before";
import { PAYMENT } from "./wallet-scenes-payment";

const WIDTHS = [1440, 390] as const;

const THEMES = ["light", "dark"] as const;

interface Stage {
  browser: Browser;
  base: string;
  folder: string;
  theme: (typeof THEMES)[number];
}

async function inContext({ browser, base, theme }: Stage, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: base, colorScheme: theme, viewport: { width: WIDTHS[0], height: 900 } });
  try {
    await work(context);
  } finally {
    await context.close();
  }
}

const chainHere = () => chainAt(readFileSync(CHAIN_URL_FILE, "utf8"));

async function playAll(stage: Stage): Promise<void> {
  const chain = chainHere();
  const [buyer] = chain.buyers;
  for (const play of [...BEFORE_PAYMENT, ...PAYMENT]) {
    await inContext(stage, async (context) => {
      const page = await context.newPage();
      const wallet = await installWallet(page, chain, buyer);
      await page.goto("/buy");
      const shoot = async (name: string) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: join(stage.folder, `buy-${name}-${width}-${stage.theme}.png`), fullPage: true });
        }
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
      };
      await play({ page, chain, wallet, buyer, shoot });
    });
  }
}

/** As a terminal shows it; the answer is cut to what a screen holds. */
const terminalOf = (command: string, answer: string): string => {
  const text = `$ ${command}\n${JSON.stringify(JSON.parse(answer), null, 2).slice(0, 2500)}`;
  const escaped = text.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<body style="margin:0;background:#111;color:#eee"><pre style="padding:24px;white-space:pre-wrap;font:14px/1.5 monospace">${escaped}</pre>`;
};

/** One purchase from the first page to the first paid call, view by view. */
async function shootPurchase(stage: Stage): Promise<void> {
  const chain = chainHere();
  await inContext(stage, async (context) => {
    const page = await context.newPage();
    await installWallet(page, chain, chain.buyers[1]);
    let views = 0;
    const look = async (name: string) => {
      views += 1;
      await page.screenshot({ path: join(stage.folder, `purchase-${String(views).padStart(2, "0")}-${name}.png`) });
    };
    const { command, answer } = await firstPurchase(page, chain, look);
    await page.setContent(terminalOf(command, answer));
    await look("first-call");
  });
}

/** The states of a purchase, where the server sells on the chain of the browser tests; false where it does not. */
export async function shootWalletStates(browser: Browser, base: string, folder: string): Promise<boolean> {
  const url = existsSync(CHAIN_URL_FILE) ? readFileSync(CHAIN_URL_FILE, "utf8") : "";
  if (url === "" || !(await fetch(url, { method: "POST", body: "{}" }).catch(() => null))) return false;
  await shootPurchase({ browser, base, folder, theme: "light" });
  for (const theme of THEMES) await playAll({ browser, base, folder, theme });
  return true;
}
