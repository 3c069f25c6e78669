import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright";
import { chainAt } from "../support/money/chain";
import { recover } from "../e2e/wallet/buying";
import { firstPurchase } from "../e2e/wallet/first-purchase";
import { stopInstances } from "../e2e/wallet/instance";
import { STATES } from "../e2e/wallet/states";
import { withScene, type Way } from "../e2e/wallet/states/scene";
import { installWallet } from "../e2e/wallet/test-wallet";
import { CHAIN_URL_FILE } from "../e2e/server-files";

const WIDTHS = [1440, 390] as const;

interface Picture {
  name: string;
  reach: Way["reach"];
  /** Words that stand there once it can be taken. */
  shows: Way["shows"];
}

/** Where a buyer stands beside the states themselves. */
const ELSEWHERE: readonly Picture[] = [
  {
    name: "unfinished",
    async reach(scene) {
      await STATES.pending["the transfer waits for its block"]!.reach(scene);
      await scene.page.reload();
    },
    shows: "is not finished",
  },
  { name: "recovery", reach: ({ page }) => recover(page, { hash: "not a transaction" }), shows: "A transaction's hash is 0x" },
];

const PICTURES: readonly Picture[] = [
  ...Object.entries(STATES).flatMap(([state, ways]) =>
    Object.entries(ways).map(([way, { reach, shows }]) => ({ name: `${state}-${way.replaceAll(/[^a-z]+/gi, "-")}`, reach, shows })),
  ),
  ...ELSEWHERE,
];

let lastAddress = 0;

interface Stage {
  browser: Browser;
  base: string;
  folder: string;
  theme: "light" | "dark";
}

const chainHere = () => chainAt(readFileSync(CHAIN_URL_FILE, "utf8"));

/** Each with an address of its own, because the service limits the quotes of one. */
async function inContext({ browser, base, theme }: Stage, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  lastAddress += 1;
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: theme,
    viewport: { width: WIDTHS[0], height: 900 },
    extraHTTPHeaders: { "X-Forwarded-For": `10.254.${lastAddress >> 8}.${lastAddress & 255}` },
  });
  try {
    await work(context);
  } finally {
    await context.close();
  }
}

async function take({ name, reach, shows }: Picture, stage: Stage): Promise<void> {
  const chain = chainHere();
  const buyer = chain.buyers[lastAddress % chain.buyers.length]!;
  await inContext(stage, async (context) => {
    const page = await context.newPage();
    const wallet = await installWallet(page, chain, buyer);
    await withScene({ page, chain, wallet, buyer }, async (scene) => {
      await reach(scene);
      await page.locator("main").filter({ hasText: shows }).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: join(stage.folder, `buy-${name}-${width}-${stage.theme}.png`), fullPage: true });
      }
    });
  });
}

/** A terminal's view of it, where the answer is cut to what a screen holds. */
const terminalOf = (command: string, answer: string): string => {
  const text = `$ ${command}\n${JSON.stringify(JSON.parse(answer), null, 2).slice(0, 2500)}`;
  const escaped = text.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<body style="margin:0;background:#111;color:#eee"><pre style="padding:24px;white-space:pre-wrap;font:14px/1.5 monospace">${escaped}</pre>`;
};

/** Makes a purchase from the first page to the first paid call, view by view. */
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

/** Looks at a purchase's states and views, on the browser tests' server with a chain. False on another. */
export async function shootWalletStates(browser: Browser, base: string, folder: string): Promise<boolean> {
  const url = existsSync(CHAIN_URL_FILE) ? readFileSync(CHAIN_URL_FILE, "utf8") : "";
  if (url === "" || !(await fetch(url, { method: "POST", body: "{}" }).catch(() => null))) return false;
  await shootPurchase({ browser, base, folder, theme: "light" });
  for (const theme of ["light", "dark"] as const) {
    for (const picture of PICTURES) await take(picture, { browser, base, folder, theme });
  }
  await stopInstances();
  return true;
}
