import { expect, type Page } from "@playwright/test";

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  expect(await sidewaysScroll(page), where).toBeLessThanOrEqual(0);
}

/** The page fits the narrowest screens, and a phone whose reader has doubled the size of text. */
export async function expectFitsNarrowScreens(page: Page, what = ""): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page, `${what} at 320 px`);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  await expectNoSidewaysScroll(page, `${what} at 375 px with text of 200%`);
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
}
