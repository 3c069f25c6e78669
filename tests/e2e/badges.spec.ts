import { violationsInEveryLook, violationsOf } from "./axe";
import { copiedBy } from "./copied";
import { publicPages } from "./declared-pages";
import { startElsewhere, type Elsewhere } from "./elsewhere";
import { expect, test } from "./test";

let elsewhere: Elsewhere;
test.beforeAll(async () => {
  elsewhere = await startElsewhere();
});
test.afterAll(() => elsewhere.close());

for (const { address, alt } of [
  { address: "/providers/anthropic", alt: "Status of Anthropic" },
  { address: "/models/openai/gpt-5", alt: "Price of GPT-5" },
]) {
  test(`${address} offers its badge, and what is copied shows it on another site`, async ({ page, baseURL }) => {
    await page.goto(address);
    await page.getByText("Badge for your own page").click();
    const picture = page.getByRole("img", { name: alt, exact: true });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(60);
    const markdown = await copiedBy(page, () => page.getByRole("button", { name: "Copy Markdown" }).click());
    const [, words, source = "", link = ""] = /^\[!\[(.+)\]\((.+)\)\]\((.+)\)$/.exec(markdown) ?? [];
    expect([words, new URL(source).pathname.endsWith(".svg"), new URL(link).pathname]).toEqual([alt, true, address]);
    const html = await copiedBy(page, () => page.getByRole("button", { name: "Copy HTML" }).click());
    expect(await violationsInEveryLook(page)).toEqual([]);
    await elsewhere.open(page, html.replaceAll(new URL(source).origin, baseURL ?? ""));
    const shown = page.getByRole("img", { name: alt });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(60);
  });
}

test("a badge follows the reader's theme and is legible in both", async ({ page }) => {
  const fillOf = (kind: string) => page.locator(`.${kind}`).evaluate((element) => getComputedStyle(element).fill);
  const looks = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/api/badge/status/anthropic.svg");
    looks.push([await fillOf("b"), await fillOf("d")]);
  }
  expect(new Set(looks.flat()).size).toBe(4);
});

test("the uptime is framed by another site, without script and cookie, and reads well alone", async ({ page, context, baseURL }) => {
  await elsewhere.open(page, `<iframe title="Uptime" width="340" height="120" src="${baseURL}/embed/uptime/anthropic"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Anthropic" })).toBeVisible();
  await expect(frame.getByRole("img", { name: /^Uptime of Anthropic, 30 days/ })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  const response = await page.goto("/embed/uptime/anthropic");
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors *");
  expect(response?.headers()["set-cookie"]).toBeUndefined();
  expect(await page.locator("script").count()).toBe(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 200 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
});

test("nothing else may be framed", async ({ page, request, baseURL }) => {
  const others = [
    ...publicPages.map(({ address }) => address),
    "/embed",
    "/embed/uptime",
    "/embed/uptime/a/b",
    "/embed/map/a",
    "/embed/price",
    "/embed/price/anthropic",
    "/embed/other",
    "/no-such-page",
  ];
  for (const address of others) {
    const policy = (await request.get(address)).headers()["content-security-policy"];
    expect(policy, address).toContain("frame-ancestors 'none'");
    expect(policy, address).not.toContain("frame-ancestors *");
  }
  await elsewhere.open(page, `<iframe title="Framed" src="${baseURL}/status"></iframe>`);
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveCount(0);
});
