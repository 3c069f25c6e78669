import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the palette by its keys, and returns its field. Keys are lost until the page's script runs. */
export async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole("dialog", { name: "Search" }).getByRole("combobox");
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeVisible({ timeout: 1000 });
  }).toPass();
  return field;
}
