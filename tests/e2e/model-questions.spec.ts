import type { Page } from "@playwright/test";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { hrefOf, listed, rows } from "./models-page";
import { expect, test } from "./test";

test.describe("the questions above the list", () => {
  const tab = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "What you look for" }).getByRole("link", { name, exact: true });
  const heads = (page: Page) => page.locator("main thead th").evaluateAll((all) => all.map((head) => head.firstChild?.textContent ?? ""));

  test.use({ javaScriptEnabled: false });

  for (const [name, query, first] of [
    ["Newest", "", "Released"],
    ["Cheapest", "?sort=blended.asc", "Blended"],
    ["Best", "?sort=capability.desc", "Capability"],
    ["Longest context", "?sort=context.desc", "Context"],
  ] as const) {
    test(`${name} has an address, and puts its answer beside the name`, async ({ page }) => {
      await page.goto("/models?cap=vision");
      await tab(page, name).click();
      await expect(page).toHaveURL(new RegExp(`/models\\?cap=vision${query.replace("?", "&")}$`.replace(".", "\\.")));
      await expect(tab(page, name)).toHaveAttribute("aria-current", "true");
      expect((await heads(page))[1]).toContain(first);
    });
  }

  test("Open weights lists only those, the best first, with the interval of each as a bar", async ({ page, request }) => {
    const open = new Set((await listed(request, "?open_weights=true")).map(hrefOf));
    await page.goto("/models");
    await tab(page, "Open weights").click();
    const links = await rows(page)
      .locator("th a:first-of-type")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(20);
    for (const href of links.filter((link) => !link.includes("?"))) expect(open.has(href), href).toBe(true);
    const drawn = await rows(page).evaluateAll((all) =>
      all.flatMap((row) => {
        const { style } = row.children[1] as HTMLElement;
        const [low, at, high] = ["--low", "--at", "--high"].map((name) => Number(style.getPropertyValue(name)));
        return style.getPropertyValue("--low") === "" ? [] : [{ low, at, high }];
      }),
    );
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn.map(({ at }) => at)).toEqual(drawn.map(({ at }) => at ?? 0).toSorted((a, b) => b - a));
    for (const { low = 1, at = 0, high = 0 } of drawn) expect(low <= at && at <= high).toBe(true);
  });
});

test("a filter acts at once, and what is being typed keeps the focus", async ({ page, request }) => {
  await page.goto("/models", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Apply" })).toBeHidden();
  await page.getByLabel("Maker").selectOption("anthropic");
  await expect(page).toHaveURL(/provider=anthropic/);
  await page.getByRole("checkbox", { name: "Dated versions" }).check();
  await expect(rows(page)).toHaveCount((await listed(request, "?provider=anthropic")).length);
  const words = page.getByRole("searchbox", { name: "Search", exact: true });
  await words.pressSequentially("opus", { delay: 60 });
  await expect(page).toHaveURL(/q=opus/);
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("opus");
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/models$/);
  await expect(words).toHaveValue("");
});

test("a filter that is chosen while the list of another one is on the way is not lost", async ({ page }) => {
  await page.goto("/models", { waitUntil: "networkidle" });
  await page.route(/cap=vision(?!.*ctx=200000)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const filters = page.locator("main form").first();
  await filters.locator("[name=cap]").selectOption("vision");
  await filters.locator("[name=ctx]").selectOption("200000");
  await expect(page).toHaveURL(/cap=vision.*ctx=200000/);
  await expect(filters.locator("[name=ctx]")).toHaveValue("200000");
});

test("a model's page names the prices so far, since when and by whom", async ({ page, request }) => {
  const { course } = await (await request.get("/api/history/prices/at?model=openai/gpt-5")).json();
  expect(course.length).toBeGreaterThan(1);
  await page.goto("/models/openai/gpt-5");
  const rows = page.getByRole("region", { name: "Prices so far" }).locator("tbody tr");
  await expect(rows).toHaveCount(Math.min(8, course.length));
  for (const [place, { input, output, effective_from: from }] of course.slice(0, 8).entries()) {
    for (const text of [formatDay(from), formatPrice(input), formatPrice(output)]) await expect(rows.nth(place)).toContainText(text);
  }
});
