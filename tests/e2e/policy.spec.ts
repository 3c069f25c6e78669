import { declaredPages, publicPages } from "./declared-pages";
import { expectSecurityHeaders, listenForViolations, policyViolations } from "./policy";
import { expect, test } from "./test";
import { LONG } from "./tier";

/** A page for each kind of reader. The policies of a kind are made alike. */
const INJECTED = new Set([publicPages, declaredPages.filter(({ audience }) => audience === "personal")].map(([first]) => first?.address));

for (const { address } of declaredPages) {
  test(`${address} does not run a script that came into it`, INJECTED.has(address) ? {} : LONG, async ({ page }) => {
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
    const refused = (await policyViolations(page)).filter((violation) => violation.startsWith("script-src"));
    expect(refused.length).toBeGreaterThanOrEqual(2);
  });
}

for (const address of ["/no-such-page", "/models/nobody/nothing", "/models/"]) {
  test(`${address} has the security headers too, and breaks no rule`, async ({ page }) => {
    await listenForViolations(page);
    expectSecurityHeaders(await page.goto(address, { waitUntil: "networkidle" }), address);
    expect(await policyViolations(page)).toEqual([]);
  });
}

test("the page that refuses too many renderings has the headers, keeps the theme and breaks no rule", async ({ page, request }) => {
  let status = 0;
  for (let call = 0; call < 70 && status !== 429; call++) status = (await request.get(`/no-such-page-${call}`)).status();
  expect(status).toBe(429);
  await listenForViolations(page);
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(429);
  expectSecurityHeaders(response, "refused");
  expect(Number(response?.headers()["retry-after"])).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Too many pages at once");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await policyViolations(page)).toEqual([]);
});
