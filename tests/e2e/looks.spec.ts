import { violationsInEveryLook, violationsOf, WIDTHS } from "./axe";
import { expectForcedColours } from "./page-looks";
import { openPalette } from "./palette";
import { expect, test } from "./test";

for (const width of WIDTHS) {
  test(`an open API menu and palette have no accessibility violation at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/models");
    await page.getByRole("button", { name: "API", exact: true }).click();
    await expect(page.getByText("Copy curl")).toBeVisible();
    expect(await violationsInEveryLook(page, [width])).toEqual([]);
    await page.keyboard.press("Escape");
    await (await openPalette(page)).fill("claude");
    await expect(page.getByRole("option").first()).toBeVisible();
    expect(await violationsInEveryLook(page, [width])).toEqual([]);
  });
}

test("an open phone menu has no accessibility violation", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/models");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("link", { name: "Status" }).first()).toBeVisible();
  expect(await violationsInEveryLook(page, [375])).toEqual([]);
});

test("a filtered list without a result, an ignored filter and a page that does not exist have no accessibility violation", async ({
  page,
}) => {
  for (const address of ["/models?q=nothing-is-called-so", "/models?sort=banana", "/no-such-page"]) {
    await page.goto(address);
    expect(await violationsOf(page), address).toEqual([]);
  }
});

test("in forced colours every state of a service still has its word and its mark", async ({ page, request }) => {
  const { services } = (await (await request.get("/api/status")).json()) as { services: { status: string }[] };
  await page.goto("/status");
  expect(await expectForcedColours(page), "chips and notes").toBeGreaterThan(0);
  await page.emulateMedia({ forcedColors: "active" });
  for (const state of new Set(services.map(({ status }) => status))) {
    const chip = page
      .locator("main")
      .getByText(new RegExp(`^${state}`, "i"))
      .first();
    await expect(chip).toBeVisible();
    const [text, back] = await chip.evaluate((element) => {
      const { color } = getComputedStyle(element);
      return [color, getComputedStyle(document.body).backgroundColor];
    });
    expect(text).not.toBe(back);
  }
});
