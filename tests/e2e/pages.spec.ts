import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { declaredPages } from "./declared-pages";
import { expect, test } from "./test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
const ADDRESSES = [...declaredPages.map(({ address }) => address), "/models?q=nothing-is-called-so"];
const WIDTHS = [1440, 375];

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

for (const theme of ["light", "dark"] as const) {
  for (const width of WIDTHS) {
    for (const path of ADDRESSES) {
      test(`${path} has no accessibility violation in ${theme} at ${width} px`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.evaluate(AXE);
        const result = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(TAGS)} })`)) as AxeResult;
        expect(result.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.target.join(" ")})`)).toEqual([]);
      });
    }
  }
}

for (const path of ADDRESSES) {
  test(`${path} reflows at 320 px without sideways scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("/models has one row per model of the API's answer", async ({ page, request }) => {
    const answer = await (await request.get("/api/models")).json();
    const count = answer.providers.reduce(
      (sum: number, provider: { models: unknown[]; unpriced: unknown[] }) => sum + provider.models.length + provider.unpriced.length,
      0,
    );
    await page.goto("/models");
    await expect(page.locator("tbody tr")).toHaveCount(count);
  });

  test("filters by a plain form", async ({ page, request }) => {
    await page.goto("/models");
    await page.getByLabel("Maker").selectOption("anthropic");
    await page.getByRole("button", { name: "Apply" }).click();
    const answer = await (await request.get("/api/models?provider=anthropic")).json();
    await expect(page.locator("tbody tr")).toHaveCount(answer.providers[0].models.length + answer.providers[0].unpriced.length);
  });

  test("/status has a bar strip per service, and shows unread services as unknown", async ({ page, request }) => {
    const { services } = await (await request.get("/api/status")).json();
    await page.goto("/status");
    await expect(page.locator("tbody tr")).toHaveCount(services.length);
    await expect(page.locator("tbody tr svg[role=img]")).toHaveCount(services.length);
    const unread = services.filter((service: { status: string }) => service.status === "unknown").length;
    await page.goto("/status?state=unknown");
    await expect(page.locator("tbody tr")).toHaveCount(unread);
  });

  test("/news lists the newest articles of the API's answer", async ({ page, request }) => {
    const { articles } = await (await request.get("/api/news?limit=200")).json();
    await page.goto("/news");
    await expect(page.getByRole("link", { name: articles[0].title }).first()).toBeVisible();
    await expect(page.locator("main section li a[rel*=noopener]")).toHaveCount(articles.length);
  });
});

test("the API menu's curl is the request behind the page", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/models?provider=openai");
  await page.getByRole("button", { name: "API" }).click();
  await page.getByRole("button", { name: "Copy curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("/api/models?provider=openai");
});

test("the palette finds a model by keyboard and returns the focus on Escape", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Search pages/ }).focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("claude");
  await expect(page.getByRole("option").first()).toContainText(/claude/i);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Search pages/ })).toBeFocused();
});

test("applies the chosen theme on reload before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const toggle = page.getByRole("button", { name: /^Theme:/ });
  await toggle.click();
  await toggle.click();
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("no page logs an error or loads anything from another origin", async ({ page, baseURL }) => {
  const faults: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  page.on("pageerror", (error) => void faults.push(error.message));
  page.on("request", (request) => void (!request.url().startsWith(baseURL ?? "") && faults.push(request.url())));
  for (const path of ADDRESSES) await page.goto(path, { waitUntil: "networkidle" });
  expect(faults).toEqual([]);
});

test("answers an unknown address with a 404 page", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
});
