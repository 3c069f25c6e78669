import { expect, test } from "./test";

test.use({ javaScriptEnabled: false });

for (const address of ["/models/openai/no-such-model", "/providers/no-such-provider", "/no-such-page"]) {
  test(`${address} says without JavaScript that there is no such page, and where else to look`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.locator("main h1")).toHaveText("There is no such page");
    await expect(page.getByRole("searchbox", { name: "Search models" })).toBeVisible();
  });
}
