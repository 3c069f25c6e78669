import type { Page } from "@playwright/test";
import type { TestChain } from "../../support/money/chain";

const COMMAND = /^curl -s '(https?:\/\/[^']+)' -H "Authorization: Bearer \$API_TOKEN"$/;

export interface FirstPurchase {
  /** What the buyer clicked from the first page on. */
  clicks: string[];
  /** The call that was copied, and its answer. */
  command: string;
  status: number;
  answer: string;
}

/** What was copied, once it has the form that is expected. */
async function copied(page: Page, form: RegExp): Promise<string> {
  const handle = await page.waitForFunction(`navigator.clipboard.readText().then((text) => ${form}.test(text) && text)`);
  return String(await handle.jsonValue());
}

/**
 * Goes from the page Today to the first paid call, as a new buyer with a wallet does. `look` is called
 * at each view on the way.
 */
export async function firstPurchase(page: Page, chain: TestChain, look: (view: string) => Promise<void>): Promise<FirstPurchase> {
  const clicks: string[] = [];
  await page.exposeFunction("__clicked", (name: string) => void clicks.push(name));
  await page.addInitScript(
    `addEventListener("click", ({ isTrusted, target }) => isTrusted && window.__clicked(target.textContent.trim()), true)`,
  );
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const atStep = (name: string) => page.locator(`[data-step="${name}"]`).waitFor({ timeout: 20_000 });
  await page.goto("/");
  await look("today");
  await page.getByRole("link", { name: "Buy credits" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Buy credits" }).waitFor();
  await look("amount");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  await look("wallet");
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await atStep("review");
  await look("review");
  await page.getByRole("button", { name: /^Send .* USDC$/ }).click();
  await atStep("confirming");
  await look("confirming");
  await chain.mine(8);
  await atStep("credited");
  await look("credited");
  await page.getByRole("button", { name: "Copy token" }).click();
  const token = await copied(page, /^aed_live_[0-9a-f]{64}$/);
  await page.getByRole("button", { name: "Copy: Which model for code, ranked" }).click();
  const command = await copied(page, COMMAND);
  await look("copied");
  const response = await page.request.get(COMMAND.exec(command)?.[1] ?? "", { headers: { Authorization: `Bearer ${token}` } });
  return { clicks, command, status: response.status(), answer: await response.text() };
}
