import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright";

export interface Speed {
  lcp: number;
  tbt: number;
  cls: number;
  /** Slowest of the interactions that the page has; NaN when it has none. */
  inp: number;
}

const SLOWDOWN = 4;
const OBSERVER = join(import.meta.dirname, "observe-speed.mjs");

const seenOn = (page: Page): Promise<Speed> => page.evaluate(() => ({ ...(globalThis as unknown as { seen: Speed }).seen }));

/** Menu, theme, palette with typing, filter and sort, where the page has them. */
async function interact(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "API", exact: true });
  if (await menu.count()) {
    await menu.click();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: /^Theme/ }).click();
  const filter = page.locator("main form input[type=search], main form input[type=text]").first();
  if (await filter.isVisible().catch(() => false)) await filter.pressSequentially("claude");
  await page.keyboard.press("Control+k");
  const input = page.getByRole("dialog", { name: "Search" }).getByRole("combobox");
  await input.waitFor();
  await input.pressSequentially("gpt");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
}

/** An empty page at a quarter of the processor's speed, whose speed is observed from its first byte. */
export async function openSlowPage(browser: Browser, options: BrowserContextOptions = {}): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.addInitScript({ path: OBSERVER });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return { page, close: () => context.close() };
}

/** Loads a page and uses it at a quarter of the processor's speed. */
export async function measureSpeed(browser: Browser, address: string): Promise<Speed> {
  const { page, close } = await openSlowPage(browser);
  try {
    await page.goto(address, { waitUntil: "networkidle" });
    const loaded = await seenOn(page);
    await interact(page);
    const { inp, cls } = await seenOn(page);
    return { ...loaded, cls, inp };
  } finally {
    await close();
  }
}
