import type { Page } from "@playwright/test";
import { balanceOf, deepen, expect, requireBalancedLedger, test } from "./buying";

test.use({ javaScriptEnabled: false });
test.afterAll(requireBalancedLedger);

const collect = (page: Page) => page.getByRole("button", { name: "Collect the credits" });

/** Sends the form of a payment until the service has seen the payment, as a reader does. */
async function collectedToken(page: Page): Promise<string> {
  const token = page.getByLabel("Your token");
  await expect(async () => {
    if (!(await token.isVisible())) await collect(page).click();
    await expect(token).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  return token.inputValue();
}

test("without a script the form gives the address, the exact amount, a QR code and the memo, and then the token, once", async ({
  page,
  chain,
  buyer,
}) => {
  const answers: { url: string; cache: string }[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST") answers.push({ url: response.url(), cache: response.headers()["cache-control"] ?? "" });
  });
  await page.goto("/buy?amount=5");
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeHidden();
  await page.getByRole("button", { name: "Pay from another wallet" }).click();
  const main = page.locator("main");
  await expect(main).toContainText(chain.payTo.match(/.{1,4}/g)!.join(""));
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const text = (await main.textContent()) ?? "";
  const [, usd] = /(\d+\.\d{4,6}) USDC/.exec(text) ?? [];
  await collect(page).click();
  await expect(page.getByRole("heading", { name: "Not credited yet" })).toBeVisible();
  await expect(main).toContainText("Do not pay again.");
  await chain.transfer(buyer, BigInt(Math.round(Number(usd) * 1_000_000)));
  await deepen(chain);
  const token = await collectedToken(page);
  expect(await balanceOf(page, token)).toMatchObject({ status: 200, balance: 275 });
  await expect(page.getByRole("heading", { name: "275 credits are yours" })).toBeVisible();
  expect(answers.length).toBeGreaterThan(2);
  for (const { url, cache } of answers) {
    expect(url).not.toMatch(/aed-|aed_live/);
    expect(cache).toContain("no-store");
  }
  await page.goto("/buy");
  expect(await page.content()).not.toContain(token);
});

test("who kept the memo collects by it on another visit; what is no memo is named", async ({ page, chain, buyer }) => {
  const quote = (await (await page.request.post("/api/payment/buy-credits", { data: { amount_usd: 2 } })).json()) as {
    memo: string;
    amount_base_units: string;
  };
  await chain.transfer(buyer, BigInt(quote.amount_base_units));
  await deepen(chain);
  await page.goto("/buy");
  await page.getByLabel("Memo of the quote that was paid").fill(quote.memo);
  expect(await balanceOf(page, await collectedToken(page))).toMatchObject({ status: 200, balance: 100 });
  await page.goto("/buy");
  const field = page.getByLabel("Memo of the quote that was paid");
  await field.evaluate((input: HTMLInputElement) => input.removeAttribute("pattern"));
  await field.fill("something else");
  await collect(page).click();
  await expect(page.getByText("A memo is aed- and 32 hex digits.")).toBeVisible();
});
