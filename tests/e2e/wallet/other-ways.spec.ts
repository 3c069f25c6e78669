import { USDC } from "../../support/money/chain";
import {
  atStep,
  balanceOf,
  buy,
  deepen,
  expect,
  pay,
  records,
  recover,
  requireWorking,
  send,
  signText,
  step,
  test,
  toGaslessReview,
  tokenShown,
} from "./buying";
import { payAltered } from "./quotes";
import { toAwaiting } from "./states/while-crediting";

test("a payment from elsewhere is recognised by its exact amount, and the page collects the token by itself", async ({
  page,
  chain,
  buyer,
}) => {
  const units = await toAwaiting(page);
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  expect(await records(page)).toHaveLength(1);
  await chain.transfer(buyer, units);
  await deepen(chain);
  await requireWorking(page, await tokenShown(page), 275);
  expect(await records(page)).toEqual([]);
});

test("a payment of another amount is collected by the signature of the wallet that paid", async ({ page, chain, buyer, wallet }) => {
  const hash = await chain.transfer(buyer, 2_345_678n);
  await deepen(chain);
  await recover(page, { hash: `https://basescan.org/tx/${hash}` });
  await atStep(page, "must-sign");
  wallet.behave("personal_sign", { kind: "decline" });
  await signText(page);
  await expect(page.getByText("The text was not signed.")).toBeVisible();
  await signText(page);
  await requireWorking(page, await tokenShown(page), 117);
});

test("an account that changed behind the page pays all the same: the wallet that paid signs for it", async ({
  page,
  chain,
  buyer,
  wallet,
}) => {
  const other = chain.buyers.find(({ address }) => address !== buyer.address)!;
  await payAltered(page, chain, () => wallet.payFrom(other));
  await atStep(page, "must-sign");
  await wallet.use(other);
  await signText(page);
  await requireWorking(page, await tokenShown(page), 275);
});

test("who is signed in tops up: no token is shown, and the same token spends more", async ({ page, chain, wallet: _ }) => {
  const token = await buy(page, chain);
  await page.goto("/account");
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
  await pay(page, { amount: "1" });
  await deepen(chain);
  await atStep(page, "credited");
  await expect(page.getByLabel("Your token")).toHaveCount(0);
  expect(await balanceOf(page, token)).toMatchObject({ status: 200, balance: 325 });
});

test("a wallet without ether signs, and the service sends the transfer", async ({ page, chain, buyer, wallet }) => {
  const ether = await chain.client.getBalance({ address: buyer.address });
  await chain.client.setBalance({ address: buyer.address, value: 0n });
  try {
    await toGaslessReview(page);
    await send(page);
    await deepen(chain);
    await requireWorking(page, await tokenShown(page), 275);
    expect(wallet.methods("eth_sendTransaction")).toBe(0);
    expect(wallet.methods("eth_signTypedData_v4")).toBe(1);
  } finally {
    await chain.client.setBalance({ address: buyer.address, value: ether });
  }
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a link opens the payment in a wallet app, beside the code for another phone", async ({ page, chain }) => {
    await page.goto("/buy");
    await page.getByRole("button", { name: "Pay from another wallet" }).click();
    await atStep(page, "awaiting");
    const link = page.getByRole("link", { name: "Open in a wallet app" });
    await expect(link).toBeVisible();
    const [amount = ""] = /[\d.]+/.exec((await step(page).locator("dd").first().textContent()) ?? "") ?? [];
    const units = BigInt(Math.round(Number(amount) * 1_000_000));
    const payment = `ethereum:${USDC}@8453/transfer?address=${chain.payTo}&uint256=${units}`;
    expect((await link.getAttribute("href"))?.toLowerCase()).toBe(payment.toLowerCase());
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  });
});
