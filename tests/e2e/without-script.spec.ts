import { declaredPages } from "./declared-pages";
import { expect, test } from "./test";

test.use({ javaScriptEnabled: false });

for (const { address } of declaredPages) {
  test(`${address} reads and prints without JavaScript`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(address);
    await expect(page.locator("main h1")).toBeVisible();
    // React leaves these where content still waits for a script to put it in its place.
    await expect(page.locator('main template[id^="B:"]')).toHaveCount(0);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator("main h1")).toBeVisible();
    await expect(page.locator("nav:visible")).toHaveCount(0);
    const [red = 0, green = 0, blue = 0] =
      (await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).match(/\d+(\.\d+)?/g)?.map(Number) ?? [];
    expect(Math.min(red, green, blue), "paper is light whatever the theme").toBeGreaterThan(200);
  });
}

for (const address of ["/models/openai/no-such-model", "/providers/no-such-provider", "/no-such-page"]) {
  test(`${address} says without JavaScript that there is no such page, and where else to look`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.locator("main h1")).toHaveText("There is no such page");
    await expect(page.getByRole("searchbox", { name: "Search models" })).toBeVisible();
  });
}
