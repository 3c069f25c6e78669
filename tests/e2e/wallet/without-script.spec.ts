import { deepen, expect, test } from "./buying";

test.use({ javaScriptEnabled: false });

test("without a script the form gives the address, the exact amount, a QR code, the memo and how to confirm", async ({
  page,
  chain,
  buyer,
}) => {
  await page.goto("/buy?amount=5");
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeHidden();
  await page.getByRole("button", { name: "Pay from another wallet" }).click();
  const main = page.locator("main");
  await expect(main).toContainText(chain.payTo.match(/.{1,4}/g)!.join(""));
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const text = (await main.textContent()) ?? "";
  const [, usd] = /(\d+\.\d{4,6}) USDC/.exec(text) ?? [];
  const [memo] = /aed-[0-9a-f]{32}/.exec(text) ?? [];
  expect(page.url()).not.toContain("aed-");
  await chain.transfer(buyer, BigInt(Math.round(Number(usd) * 1_000_000)));
  await deepen(chain);
  await expect
    .poll(async () => (await page.request.post("/api/payment/confirm", { data: { nonce: memo } })).status(), { timeout: 20_000 })
    .toBe(200);
});
