import type { Page } from "@playwright/test";

/** What the page puts into the empty clipboard once that was pressed. */
export async function copiedBy(page: Page, press: () => Promise<void>): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await press();
  const copied = await page.waitForFunction(() => navigator.clipboard.readText().then((text) => text || null));
  return String(await copied.jsonValue());
}
