import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { plantUsage, removePlantedUsage } from "../e2e/account/ledger";
import { mintToken } from "../e2e/mint-token";
import { DATABASE_URL_FILE } from "../e2e/server-files";

const WIDTHS = [1440, 390] as const;
const THEMES = ["light", "dark"] as const;

type Shoot = (name: string) => Promise<void>;

async function signIn(page: Page, base: string, token: string): Promise<void> {
  await page.goto(`${base}/account`);
  await page.getByLabel("Access token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function shootTokens(page: Page, base: string, shoot: Shoot): Promise<void> {
  await page.goto(`${base}/account/tokens`);
  await page.getByLabel("Name: where it is used").fill("Nightly report");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("only time that this token is shown").waitFor();
  await shoot("tokens-created");
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await shoot("tokens");
}

async function shootAccount(page: Page, base: string, shoot: Shoot): Promise<void> {
  await page.goto(`${base}/account`);
  await shoot("sign-in");
  await signIn(page, base, `aed_live_${"0".repeat(64)}`);
  await page.getByText(/not accepted/).waitFor();
  await shoot("wrong-token");
  const token = await mintToken(50);
  await signIn(page, base, token);
  await page.getByRole("navigation", { name: "Account" }).waitFor();
  await shoot("new");
  for (const name of ["usage", "purchases", "watches", "watches/new"]) {
    await page.goto(`${base}/account/${name}`);
    await shoot(`${name.replace("/", "-")}-empty`);
  }
  await shootTokens(page, base, shoot);
  await plantUsage(token, { days: 90, callsADay: 12 });
  try {
    for (const days of [7, 90]) {
      await page.goto(`${base}/account/usage?days=${days}`);
      await shoot(`usage-${days}`);
    }
    await page.goto(`${base}/account`);
    await shoot("in-use");
  } finally {
    await removePlantedUsage();
  }
}

/** Looks at the states of an account's pages on the browser tests' server; false on another. */
export async function shootAccountStates(browser: Browser, base: string, folder: string): Promise<boolean> {
  if (!existsSync(DATABASE_URL_FILE)) return false;
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({ colorScheme, viewport: { width: WIDTHS[0], height: 900 } });
    try {
      const page = await context.newPage();
      await shootAccount(page, base, async (name) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: join(folder, `account-${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
      });
    } finally {
      await context.close();
    }
  }
  return true;
}
