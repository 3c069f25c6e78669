import { expect, type Page } from "@playwright/test";

const STOPS = 25;

/** The first stop of the Tab key leads to the content, and every stop can be seen. */
export async function expectVisibleStops(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to content");
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press("Tab");
    const unseen = await page.evaluate(() => {
      const { activeElement: focused } = document;
      if (!focused || focused === document.body) return null;
      const { width, height } = focused.getBoundingClientRect();
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      const isSeen = width > 0 && height > 0 && (outlineStyle !== "none" || boxShadow !== "none");
      return isSeen ? null : focused.outerHTML.slice(0, 120);
    });
    expect(unseen, `stop ${stop}`).toBeNull();
  }
}

/**
 * Expects every chip and note to have a border in forced colours, and a text that is not its ground.
 * Returns their number.
 */
export async function expectForcedColours(page: Page): Promise<number> {
  await page.emulateMedia({ forcedColors: "active" });
  const { count, lost } = await page.evaluate(() => {
    const shown = [...document.querySelectorAll(".chip, .note")].filter((mark) => mark.checkVisibility());
    const isLost = (mark: Element): boolean => {
      const { borderTopStyle, borderTopWidth, color, backgroundColor } = getComputedStyle(mark);
      return borderTopStyle === "none" || parseFloat(borderTopWidth) === 0 || color === backgroundColor;
    };
    return { count: shown.length, lost: shown.filter(isLost).map(({ outerHTML }) => outerHTML.slice(0, 120)) };
  });
  await page.emulateMedia({ forcedColors: "none" });
  expect(lost).toEqual([]);
  return count;
}

/** A reader of the dark theme prints on white paper, without the navigation. */
export async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.locator("nav:visible")).toHaveCount(0);
  const ground = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = ground.match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
  expect(Math.min(red, green, blue), "paper is light whatever the theme").toBeGreaterThan(200);
  await page.emulateMedia({ media: "screen" });
}
