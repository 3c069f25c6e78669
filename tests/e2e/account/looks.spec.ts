import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { violationsInEveryLook } from "../axe";
import { expectFitsNarrowScreens } from "../narrow";
import { expect, test } from "../test";
import { createToken, signInAnew, signInButton, store, tokenField } from "./signed-in";

const MOST_HTML_BYTES = 150 * 1024;
const MOST_GZIP_BYTES = 20 * 1024;
const MOST_NODES = 1500;
const MOST_SCRIPT_BYTES = 175 * 1024;

/** Every look of a state: themes, widths, and large text on narrow screens. */
async function expectSound(page: Page, state: string): Promise<void> {
  expect(await violationsInEveryLook(page), state).toEqual([]);
  await expectFitsNarrowScreens(page, state);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("every state of signing in has no accessibility violation", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/account");
  await expectSound(page, "sign-in");
  await tokenField(page).fill("aed_live_unknown");
  await signInButton(page).click();
  await expect(page.getByText("The token is not accepted")).toBeVisible();
  await expectSound(page, "refused");
  await page.goto("/account?after=signed-out");
  await expectSound(page, "signed out");
});

test("every state of overview and tokens has no accessibility violation", async ({ page }) => {
  test.setTimeout(240_000);
  await signInAnew(page, 50);
  await expectSound(page, "overview");
  await page.goto("/account/tokens");
  await expectSound(page, "tokens");
  await createToken(page, "a name that is as long as a name may be, and a little longer than anybody would choose it to be");
  await expectSound(page, "a token that is shown once");
  await store(page);
  await page.getByLabel("for 1 h").check();
  await page.getByRole("button", { name: "Replace the token" }).click();
  await expect(page.getByText("The old one may spend until")).toBeVisible();
  await expectSound(page, "a replaced token");
  await store(page);
  await page.getByRole("link", { name: "End the token browser test" }).first().click();
  await expect(page.getByRole("heading", { name: "End “browser test”?" })).toBeVisible();
  await expectSound(page, "ending the last token");
  await page.goto("/account/tokens?end=999999999");
  await expectSound(page, "ending a token that is not there");
});

test("the pages keep to their budgets", async ({ page }) => {
  await signInAnew(page, 50);
  const weights: Record<string, number[]> = {};
  for (const path of ["/account", "/account/tokens"]) {
    const scripts = new Map<string, number>();
    const read = async (url: string) => scripts.set(url, gzipSync(await (await page.request.get(url)).body()).byteLength);
    const html = (await (await page.request.get(path)).body()).toString();
    await page.goto(path, { waitUntil: "networkidle" });
    // Browsers of today do not load what is marked noModule.
    const tags = [...html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)].filter(([tag]) => !/nomodule/i.test(tag));
    for (const [, source = ""] of tags) await read(source);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    weights[path] = [html.length, gzipSync(html).byteLength, nodes, [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)];
  }
  process.stdout.write(`HTML, gzip, nodes, script: ${JSON.stringify(weights)}\n`);
  for (const [path, [raw = 0, gzip = 0, nodes = 0, script = 0]] of Object.entries(weights)) {
    expect(raw, path).toBeLessThanOrEqual(MOST_HTML_BYTES);
    expect(gzip, path).toBeLessThanOrEqual(MOST_GZIP_BYTES);
    expect(nodes, path).toBeLessThanOrEqual(MOST_NODES);
    expect(script, path).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  }
});
