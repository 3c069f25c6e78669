import type { Page } from "@playwright/test";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";
import { signIn } from "./watch-world";

/** Input entered while a page's scripts are still loading is not lost. */

/** Opens a page and holds its scripts back. The function that is returned lets them load. */
async function openBare(page: Page, address: string): Promise<() => void> {
  let letScripts = (): void => undefined;
  const asked = new Promise<void>((resolve) => (letScripts = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return letScripts;
}

test("a question that was chosen early is asked", async ({ page }) => {
  const letScripts = await openBare(page, "/models/route");
  await page.getByLabel("What it is for").selectOption("reasoning");
  letScripts();
  await expect(page).toHaveURL(/task=reasoning/);
});

test("weights that were typed early are those of the example", async ({ page }) => {
  const letScripts = await openBare(page, "/models/route");
  await page.getByLabel("Quality", { exact: true }).fill("0.9");
  letScripts();
  await expect(page.getByText(/^Sum 1\.\d+, not 1/)).toBeVisible();
  await expect(page.getByLabel("Quality", { exact: true })).toHaveValue("0.9");
});

test("a filter that was ticked early is asked for", async ({ page }) => {
  const letScripts = await openBare(page, "/models");
  const box = page.getByRole("main").getByRole("checkbox").first();
  await box.check();
  const name = await box.getAttribute("name");
  letScripts();
  await expect(page).toHaveURL(new RegExp(`[?&]${name}=`));
  await expect(page.getByRole("main").getByRole("checkbox").first()).toBeChecked();
});

test("a receipt that was pasted early is read", async ({ page }) => {
  const letScripts = await openBare(page, "/verify");
  await page.getByLabel("Receipt, a whole paid answer, or a link to a receipt").fill("{}");
  letScripts();
  await expect(page.getByText("This is JSON, but there is no receipt in it")).toBeVisible();
});

test("a watch that was filled in early is said as it is", async ({ page, baseURL }) => {
  await signIn(page, baseURL ?? "", await mintToken(2));
  const letScripts = await openBare(page, "/account/watches/new?type=new_model");
  await page.getByLabel("Maker").fill("anthropic");
  letScripts();
  await expect(page.getByRole("main").getByText("When a model of anthropic is listed for the first time.")).toBeVisible();
});
