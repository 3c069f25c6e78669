import { gzipSync } from "node:zlib";
import { expect, test } from "./buying";

const MOST_BYTES = 95 * 1024;

test("what talks to a wallet is loaded by Connect alone, and is small", async ({ page, wallet: _ }) => {
  const loaded: Promise<{ text: string; url: string }>[] = [];
  page.on("response", (response) => {
    const url = response.url();
    if (/\/_next\/static\/.*\.js$/.test(url)) loaded.push(response.text().then((text) => ({ text, url })));
  });
  await page.goto("/buy", { waitUntil: "networkidle" });
  const before = await Promise.all(loaded);
  expect(before.filter(({ text }) => text.includes("eip6963"))).toEqual([]);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await expect(page.getByRole("button", { name: "Test Wallet" })).toBeVisible();
  const after = (await Promise.all(loaded)).slice(before.length);
  expect(after.some(({ text }) => text.includes("eip6963"))).toBe(true);
  expect(after.reduce((sum, { text }) => sum + gzipSync(text).byteLength, 0)).toBeLessThan(MOST_BYTES);
});

test("the page says nothing of itself to the sites it links to", async ({ page }) => {
  const response = await page.goto("/buy");
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  expect(response?.headers()["content-security-policy"]).toContain("connect-src 'self';");
});
