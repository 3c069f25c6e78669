import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { chainAt } from "../support/money/chain";
import { recover } from "../e2e/wallet/buying";
import { CHAIN_URL_FILE } from "../e2e/wallet/chain-url";
import { stopInstances } from "../e2e/wallet/instance";
import { STATES } from "../e2e/wallet/states";
import { withScene, type Way } from "../e2e/wallet/states/scene";
import { installWallet } from "../e2e/wallet/test-wallet";

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

interface Take {
  base: string;
  folder: string;
  theme: "light" | "dark";
}

/** Each with an address of its own, because the service limits the quotes of one. */
async function take(browser: Browser, { name, reach, shows }: Picture, { base, folder, theme }: Take): Promise<void> {
  const chain = chainAt(readFileSync(CHAIN_URL_FILE, "utf8"));
  const buyer = chain.buyers[lastAddress++ % chain.buyers.length]!;
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: theme,
    viewport: { width: WIDTHS[0], height: 900 },
    extraHTTPHeaders: { "X-Forwarded-For": `10.254.${lastAddress >> 8}.${lastAddress & 255}` },
  });
  const page = await context.newPage();
  const wallet = await installWallet(page, chain, buyer);
  await withScene({ page, chain, wallet, buyer }, async (scene) => {
    await reach(scene);
    await page.locator("main").filter({ hasText: shows }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(folder, `buy-${name}-${width}-${theme}.png`), fullPage: true });
    }
  });
  await context.close();
}

/** The states of a purchase, where the server sells on the chain of the browser tests; false where it does not. */
export async function shootWalletStates(browser: Browser, base: string, folder: string): Promise<boolean> {
  const url = existsSync(CHAIN_URL_FILE) ? readFileSync(CHAIN_URL_FILE, "utf8") : "";
  if (url === "" || !(await fetch(url, { method: "POST", body: "{}" }).catch(() => null))) return false;
  for (const theme of ["light", "dark"] as const) {
    for (const picture of PICTURES) await take(browser, picture, { base, folder, theme });
  }
  await stopInstances();
  return true;
}
