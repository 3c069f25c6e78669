import type { Page } from "@playwright/test";
import { declaredPages } from "./declared-pages";
import { violationsInEveryLook, violationsOf, WIDTHS } from "./axe";
import { openPalette } from "./palette";
import { expect, test } from "./test";

/** Every declared page in every look: a page that is added is covered by its declaration. */

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { address } of declaredPages) {
  test(`${address} has no accessibility violation, and fits narrow screens and large text`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await sidewaysScroll(page), "at 320 px").toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    expect(await sidewaysScroll(page), "at 375 px with text of 200%").toBeLessThanOrEqual(0);
  });

  test(`${address} has an accessible JSON view on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${address}?view=json`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
}

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

test("no page logs an error or loads anything from another origin", async ({ page, baseURL }) => {
  const faults: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && faults.push(`${page.url()}: ${message.text()}`)));
  page.on("pageerror", (error) => void faults.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => void (!request.url().startsWith(baseURL ?? "") && faults.push(request.url())));
  for (const { address } of declaredPages) await page.goto(address, { waitUntil: "networkidle" });
  expect(faults).toEqual([]);
});

test("in forced colours every state of a service still has its word and its mark", async ({ page, request }) => {
  const { services } = (await (await request.get("/api/status")).json()) as { services: { status: string }[] };
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/status");
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

test("in forced colours every chip and note of every page has a border, and a text that is not its ground", async ({ page }) => {
  test.slow();
  await page.emulateMedia({ forcedColors: "active" });
  let marks = 0;
  for (const { address } of declaredPages) {
    await page.goto(address);
    const faults = await page.evaluate(() => {
      const shown = [...document.querySelectorAll(".chip, .note")].filter((mark) => mark.checkVisibility());
      const isLost = (mark: Element): boolean => {
        const { borderTopStyle, borderTopWidth, color, backgroundColor } = getComputedStyle(mark);
        return borderTopStyle === "none" || parseFloat(borderTopWidth) === 0 || color === backgroundColor;
      };
      return { count: shown.length, lost: shown.filter(isLost).map(({ outerHTML }) => outerHTML.slice(0, 120)) };
    });
    expect(faults.lost, address).toEqual([]);
    marks += faults.count;
  }
  expect(marks).toBeGreaterThan(declaredPages.length);
});
