import { openPalette } from "./palette";
import { expect, test } from "./test";

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
