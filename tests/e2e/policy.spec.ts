import type { Page } from "@playwright/test";
import { declaredPages } from "./declared-pages";
import { expect, test } from "./test";

declare global {
  interface Window {
    violations: string[];
    hasRun?: boolean;
  }
}

const HEADERS = ["content-security-policy", "x-content-type-options", "referrer-policy"];

async function listenForViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
}

for (const { address } of declaredPages) {
  test(`${address} breaks no rule of its own policy, rendered or kept`, async ({ page }) => {
    await listenForViolations(page);
    for (const reading of ["first", "second"]) {
      const response = await page.goto(address, { waitUntil: "networkidle" });
      const headers = response?.headers() ?? {};
      for (const name of HEADERS) expect(headers[name], `${name}, ${reading}`).toBeTruthy();
      const [scripts = ""] = /script-src [^;]*/.exec(headers["content-security-policy"] ?? "") ?? [];
      expect(scripts).not.toMatch(/unsafe|\*|https?:/);
      expect(await page.evaluate(() => window.violations)).toEqual([]);
    }
    await page.getByRole("button", { name: /Search pages/ }).click();
    await expect(page.getByRole("combobox", { name: "Search pages" })).toBeVisible();
    expect(await page.evaluate(() => window.violations)).toEqual([]);
  });

  test(`${address} does not run a script that came into it`, async ({ page }) => {
    await page.route("**/*", async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace(
        "<main",
        '<img src="/none" onerror="window.hasRun = true"><script>window.hasRun = true</script><main',
      );
      await route.fulfill({ response, body });
    });
    await listenForViolations(page);
    await page.goto(address, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.hasRun = true";
      document.body.append(script);
    });
    expect(await page.evaluate(() => window.hasRun)).toBeUndefined();
    const violations = await page.evaluate(() => window.violations);
    expect(violations.filter((violation) => violation.startsWith("script-src")).length).toBeGreaterThanOrEqual(2);
  });
}

for (const address of ["/no-such-page", "/models/nobody/nothing", "/models/"]) {
  test(`${address} has the security headers too, and breaks no rule`, async ({ page }) => {
    await listenForViolations(page);
    const headers = (await page.goto(address, { waitUntil: "networkidle" }))?.headers() ?? {};
    for (const name of HEADERS) expect(headers[name], name).toBeTruthy();
    expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
    expect(await page.evaluate(() => window.violations)).toEqual([]);
  });
}

test("the page that refuses too many renderings has the headers, keeps the theme and breaks no rule", async ({ page, request }) => {
  let status = 0;
  for (let call = 0; call < 70 && status !== 429; call++) status = (await request.get(`/no-such-page-${call}`)).status();
  expect(status).toBe(429);
  await listenForViolations(page);
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(429);
  for (const name of HEADERS) expect(response?.headers()[name], name).toBeTruthy();
  expect(Number(response?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Too many pages at once");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => window.violations)).toEqual([]);
});
