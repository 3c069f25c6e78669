import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** Each question is answered within three clicks of the first page. Typing and choosing from a list are not clicks. */
const MOST_CLICKS = 3;

export function clicker(page: Page): (target: Locator) => Promise<void> {
  let clicks = 0;
  return async (target) => {
    expect(++clicks, "clicks").toBeLessThanOrEqual(MOST_CLICKS);
    await target.click();
    await page.waitForLoadState("networkidle");
  };
}
