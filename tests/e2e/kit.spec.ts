import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";

const PALETTE_BYTES = 20 * 1024;

/** Positions of a button and of what it opened, once both are drawn. */
async function menuAndButton(page: Page) {
  const button = page.getByRole("button", { name: "API", exact: false }).first();
  await button.click();
  const panel = page.getByRole("group", { name: "API" });
  await expect(panel).toBeVisible();
  return { button: (await button.boundingBox())!, panel: (await panel.boundingBox())! };
}

for (const width of [1440, 375, 320]) {
  test(`a menu hangs on its button at ${width} px, and its items are stepped through by arrow keys`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/models");
    const { button, panel } = await menuAndButton(page);
    expect(panel.y).toBeGreaterThanOrEqual(button.y + button.height);
    expect(panel.y - button.y - button.height).toBeLessThan(12);
    expect(panel.x).toBeGreaterThanOrEqual(0);
    expect(panel.x + panel.width).toBeLessThanOrEqual(width);
    expect(panel.x).toBeLessThan(button.x + button.width);
    expect(panel.x + panel.width).toBeGreaterThan(button.x);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const items = await page.getByRole("group", { name: "API" }).locator("a, button").allTextContents();
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(items[0]);
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe(items.at(-1));
    await page.keyboard.press("Home");
    expect(await focused()).toBe(items[0]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("group", { name: "API" })).toBeHidden();
    await expect(page.getByRole("button", { name: "API" }).first()).toBeFocused();
  });
}

test("the phone menu is modal: it keeps the focus, closes on Escape and gives the focus back", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Menu" });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  const count = await dialog.locator("a, button").count();
  for (let step = 0; step < count + 2; step++) {
    await page.keyboard.press("Tab");
    const isInside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside, `step ${step}`).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Menu", exact: true })).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menus open, and every block is in the document", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto("/");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Status", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Close the menu" }).click();
    await page.getByRole("button", { name: "API" }).first().click();
    await expect(page.getByRole("group", { name: "API" })).toBeVisible();
    expect(await page.locator("main section").count()).toBe(6);
  });
});

test("what cannot be copied by the browser is selected in a field", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined }));
  await page.goto("/models");
  await page.getByRole("button", { name: "API" }).first().click();
  await page.getByRole("button", { name: "Copy curl" }).click();
  const field = page.getByRole("group", { name: "API" }).getByRole("textbox");
  await expect(field).toBeFocused();
  const text = await field.inputValue();
  expect(text).toContain("/api/models");
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe(text);
});

test("paper is light whatever the theme is", async ({ page }) => {
  const colours = () =>
    page.evaluate(() =>
      [document.querySelector("main .card")!, document.querySelector("main h1")!].map((element) => getComputedStyle(element).color),
    );
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto("/");
  const dark = await colours();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const printed = await colours();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
  expect(printed).toEqual(await colours());
  expect(printed).not.toEqual(dark);
});

test("the palette's index is small enough to be fetched on first use", async ({ request }) => {
  const body = await (await request.get("/palette.json")).body();
  expect(gzipSync(body).byteLength).toBeLessThan(PALETTE_BYTES);
});

test.describe("an open page", () => {
  const refreshes = (page: Page): string[] => {
    const seen: string[] = [];
    page.on("request", (request) => void (request.headers().rsc && !request.headers()["next-router-prefetch"] && seen.push(request.url())));
    return seen;
  };
  const setHidden = (page: Page, hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);

  test("asks for itself again, not while its tab is hidden, and when it is seen again", async ({ page }) => {
    await page.clock.install();
    await page.goto("/", { waitUntil: "networkidle" });
    const seen = refreshes(page);
    await page.clock.fastForward("00:45");
    await expect.poll(() => seen.length).toBe(1);
    await setHidden(page, true);
    await page.clock.fastForward("10:00");
    expect(seen.length).toBe(1);
    await setHidden(page, false);
    await expect.poll(() => seen.length).toBe(2);
  });

  test("says since when it could not be refreshed, stands as it is, and claims no state that is too old", async ({ page }) => {
    await page.clock.install();
    await page.goto("/", { waitUntil: "networkidle" });
    const blocks = await page.locator("main section").count();
    await page.route("**/*", (route) => route.abort());
    await page.clock.fastForward("06:00");
    await expect(page.getByText(/^Not refreshed since \d\d:\d\d UTC$/)).toBeVisible();
    expect(await page.locator("main section").count()).toBe(blocks);
    const chip = page.getByRole("banner").getByRole("link", { name: /services/ });
    await expect(chip).toContainText("Unknown");
    await expect(chip).toContainText(/Last known, .*: .* of \d+ services/);
    await expect(page.locator("main li").filter({ hasText: "Claude API" })).toContainText(/Unknown.*last known: Down/);
    await page.unroute("**/*");
    await page.clock.fastForward("00:45");
    await expect(page.getByText(/Not refreshed since/)).toBeHidden();
  });

  test("says that the device is offline", async ({ page, context }) => {
    await page.goto("/");
    await context.setOffline(true);
    await expect(page.getByText(/^Offline:/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Offline:/)).toBeHidden();
  });
});

test("marks what happened since the last visit, and keeps that to this browser", async ({ page, request }) => {
  const { stories } = await (await request.get("/api/news/stories?limit=4")).json();
  const times = stories.map(({ first_seen_at: at }: { first_seen_at: string }) => at).toSorted() as string[];
  const [seenAt = ""] = times;
  await page.goto("/");
  await expect(page.locator("main").getByText(/since your last visit/)).toHaveCount(0);
  await page.addInitScript((at) => localStorage.setItem("visits", JSON.stringify({ seenAt: at, previousAt: null })), seenAt);
  const sent: string[] = [];
  page.on("request", (asked) => sent.push(`${asked.url()} ${JSON.stringify(asked.headers())} ${asked.postData() ?? ""}`));
  const response = await page.goto("/");
  expect(await response?.text()).not.toContain("since your last visit");
  await expect(page.locator("main").getByText(/\d+ new since your last visit/)).toBeVisible();
  const marked = page
    .locator("main li")
    .filter({ has: page.locator(".new-mark:not(:empty)") })
    .filter({ hasNotText: "API" });
  await expect(marked).toHaveCount(times.filter((at) => at > seenAt).length);
  expect(sent.join("\n")).not.toContain(seenAt);
});
