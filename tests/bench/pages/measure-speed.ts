import type { Browser, Page } from "playwright";

export interface Speed {
  lcp: number;
  tbt: number;
  cls: number;
  /** Slowest of the interactions that the page has; NaN when it has none. */
  inp: number;
}

const SLOWDOWN = 4;
/** What a task takes longer than this blocks, by the definition of total blocking time. */
const FREE_TASK_MS = 50;

/** Kept on the page from before its first byte. */
function observe(freeTaskMs: number): void {
  const seen = { lcp: 0, tbt: 0, cls: 0, inp: 0 };
  Object.assign(globalThis, { seen });
  const watch = (
    type: string,
    onEntry: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  watch("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  watch("longtask", ({ duration }) => (seen.tbt += Math.max(0, duration - freeTaskMs)));
  watch("layout-shift", ({ value = 0, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
  watch("event", ({ duration, interactionId }) => interactionId && (seen.inp = Math.max(seen.inp, duration)));
}

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
  const input = page.getByRole("combobox");
  await input.waitFor();
  await input.pressSequentially("gpt");
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
}

/** Loads a page and uses it at a quarter of the processor's speed. */
export async function measureSpeed(browser: Browser, address: string): Promise<Speed> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe, FREE_TASK_MS);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.goto(address, { waitUntil: "networkidle" });
    const loaded = await seenOn(page);
    await interact(page);
    const { inp, cls } = await seenOn(page);
    return { ...loaded, cls, inp };
  } finally {
    await context.close();
  }
}
