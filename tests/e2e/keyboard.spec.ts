import { declaredPages } from "./declared-pages";
import { openPalette } from "./palette";
import { expect, test } from "./test";

for (const { address } of declaredPages) {
  test(`${address} begins with a link to its content, and every stop of the Tab key can be seen`, async ({ page }) => {
    await page.goto(address);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Skip to content");
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press("Tab");
      const isSeen = await page.evaluate(() => {
        const { activeElement: focused } = document;
        if (!focused || focused === document.body) return true;
        const { width, height } = focused.getBoundingClientRect();
        const { outlineStyle, boxShadow } = getComputedStyle(focused);
        return width > 0 && height > 0 && (outlineStyle !== "none" || boxShadow !== "none");
      });
      expect(isSeen, `stop ${stop}: ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))}`).toBe(true);
    }
    await page.keyboard.press("Control+Home");
  });
}

test("without a pointer: search for a model, open it, and read from its heading on", async ({ page }) => {
  await page.goto("/");
  await (await openPalette(page)).fill("claude-opus-4-5");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/models\/anthropic\//);
  await expect(page.locator("main h1")).toBeFocused();
});

test("without a pointer: filter and sort the models", async ({ page }) => {
  await page.goto("/models");
  await page.locator("main form").first().locator("[name=q]").focus();
  await page.keyboard.type("claude");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=claude/);
  const input = page.getByRole("columnheader", { name: /Input/ });
  await input.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(input).toHaveAttribute("aria-sort", /ascending|descending/);
});
