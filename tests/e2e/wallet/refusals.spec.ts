import type { Page } from "@playwright/test";
import { atStep, buy, connect, expect, sendButton, step, test, toReview, toWallets } from "./buying";
import { alterInfo, alterLlms, other } from "./tampering";
import { LONG } from "../tier";

const TAMPERED: Record<string, (page: Page) => Promise<unknown>> = {
  "the address in llms.txt": alterLlms,
  "the address in payment/info": (page) => alterInfo(page, (wallet) => (wallet.address = other(wallet.address))),
  "the contract": (page) => alterInfo(page, (wallet) => (wallet.contract = other(wallet.contract))),
  "the network": (page) => alterInfo(page, (wallet) => (wallet.chain_id = 84_532)),
  "the decimals": (page) => alterInfo(page, (wallet) => (wallet.decimals = 18)),
};

/** A changed address is what an attacker needs; the comparison of the others has tests of its own. */
const isAddress = (what: string): boolean => what.startsWith("the address");

for (const [what, tamper] of Object.entries(TAMPERED)) {
  test(`one character changed in ${what}: nothing can be sent`, isAddress(what) ? {} : LONG, async ({ page, wallet }) => {
    await tamper(page);
    await connect(page);
    await atStep(page, "address-differs");
    await expect(page.getByRole("alert").getByRole("heading")).toHaveText("Do not send: the published details differ");
    await expect(sendButton(page)).toHaveCount(0);
    for (const button of await page.locator("main button").all()) await button.dispatchEvent("click");
    expect(wallet.methods("eth_sendTransaction")).toBe(0);
    expect(wallet.methods("eth_signTypedData_v4")).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

test("the quote's own address is compared too", async ({ page, wallet }) => {
  await page.route("**/api/payment/buy-credits", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { wallet: string };
    await route.fulfill({ response, json: { ...body, wallet: other(body.wallet) } });
  });
  await connect(page);
  await atStep(page, "address-differs");
  expect(wallet.methods("eth_sendTransaction")).toBe(0);
});

test("too little USDC offers what the balance pays", async ({ page, chain, buyer, wallet: _ }) => {
  const balance = await chain.balanceOf(buyer.address);
  await connect(page, { amount: String(Number(balance / 1_000_000n) + 10) });
  await atStep(page, "too-little-usdc");
  await page.getByRole("button", { name: /^Lower the amount to/ }).click();
  await atStep(page, "review");
});

test("an account that changes at the review needs a quote of its own", async ({ page, chain, buyer, wallet }) => {
  await toReview(page);
  await wallet.use(chain.buyers.find(({ address }) => address !== buyer.address)!);
  await atStep(page, "account-changed");
  await expect(sendButton(page)).toHaveCount(0);
  await page.getByRole("button", { name: "New quote for this account" }).click();
  await atStep(page, "review");
});

test("a quote that is about to end cannot be sent, one that has ended neither", async ({ page, wallet }) => {
  await page.clock.install();
  await toReview(page);
  await page.clock.fastForward("28:30");
  await expect(page.getByRole("heading", { name: "The quote ends in less than two minutes" })).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  await page.clock.fastForward("02:00");
  await expect(page.getByRole("heading", { name: "The quote has ended" })).toBeVisible();
  expect(wallet.methods("eth_sendTransaction")).toBe(0);
});

test("where no wallet is found, paying from another one is the main action", async ({ page }) => {
  await toWallets(page);
  await expect(page.getByRole("heading", { name: "No browser wallet was found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay from another wallet" })).toHaveClass(/control-primary/);
});

test("neither token nor memo stands in an address, in the console, in a cookie or in a later page", async ({ page, chain, wallet: _ }) => {
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  page.on("request", (request) => heard.push(request.url()));
  let memo = "";
  page.on("response", async (response) => {
    if (response.url().endsWith("/buy-credits")) memo = ((await response.json()) as { memo: string }).memo;
  });
  const token = await buy(page, chain);
  expect(memo).toMatch(/^aed-/);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(step(page)).toHaveCount(0);
  const stored = await page.evaluate(
    "JSON.stringify([document.documentElement.outerHTML, document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])",
  );
  for (const secret of [token, memo]) {
    expect(String(stored)).not.toContain(secret);
    expect(heard.filter((text) => text.includes(secret))).toEqual([]);
  }
});
