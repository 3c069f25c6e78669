import type { Page } from "@playwright/test";

/** Lets every page that is loaded sum its layout shifts, as browsers reckon them. Call it before the first `goto`. */
export async function sumShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0, moved: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
        for (const { node } of Reflect.get(entry, "sources")) Reflect.get(window, "moved").push(node?.outerHTML?.slice(0, 120) ?? "a text");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The sum since the page was loaded, 0 where nothing moved, and what moved. */
export const shiftsOf = (page: Page): Promise<{ sum: number; moved: string[] }> =>
  page.evaluate(() => ({ sum: Reflect.get(window, "shift"), moved: Reflect.get(window, "moved") }));

export const NOTHING_MOVED = { sum: 0, moved: [] };
