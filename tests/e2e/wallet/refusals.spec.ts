import type { Page } from "@playwright/test";
import { violationsInEveryLook } from "../axe";
import { atStep, buy, connect, deepen, expect, primaryCount, sendButton, step, test, toReview, tokenShown } from "./buying";

type Wallet = { address: string; contract: string; chain_id: number; decimals: number };

const other = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

async function alterInfo(page: Page, alter: (wallet: Wallet) => void): Promise<void> {
  await page.route("**/api/payment/info", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { wallet: Wallet };
    alter(body.wallet);
    await route.fulfill({ response, json: body });
  });
}

const TAMPERED: Record<string, (page: Page) => Promise<unknown>> = {
  "the address in llms.txt": (page) =>
    page.route("**/llms.txt", async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(
        /(USDC on Base\): )(0x[0-9a-fA-F]{40})/,
        (_, words: string, address: string) => words + other(address),
      );
      await route.fulfill({ response, body: text });
    }),
  "the address in payment/info": (page) => alterInfo(page, (wallet) => (wallet.address = other(wallet.address))),
  "the contract": (page) => alterInfo(page, (wallet) => (wallet.contract = other(wallet.contract))),
  "the network": (page) => alterInfo(page, (wallet) => (wallet.chain_id = 84_532)),
  "the decimals": (page) => alterInfo(page, (wallet) => (wallet.decimals = 18)),
};

for (const [what, tamper] of Object.entries(TAMPERED)) {
  test(`one character changed in ${what}: nothing can be sent`, async ({ page, wallet }) => {
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

test("a declined connection, a request that is open and a locked wallet each say so", async ({ page, wallet }) => {
  wallet.behave("wallet_requestPermissions", { kind: "decline" });
  await connect(page);
  await atStep(page, "unconnected");
  await expect(step(page)).toContainText("You declined the connection");
  expect(await primaryCount(page)).toBe(1);
  wallet.behave("wallet_requestPermissions", { kind: "error", code: -32_002, message: "Already processing." });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(step(page)).toContainText("Your wallet already has a request open");
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
  await page.goto("/buy");
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await expect(page.getByRole("heading", { name: "No browser wallet was found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay from another wallet" })).toHaveClass(/control-primary/);
  expect(await violationsInEveryLook(page)).toEqual([]);
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

test("every state on the way is free of accessibility faults", async ({ page, chain, wallet }) => {
  await page.goto("/buy");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await toReview(page);
  expect(await violationsInEveryLook(page)).toEqual([]);
  wallet.behave("eth_sendTransaction", { kind: "hang" });
  await sendButton(page).click();
  await atStep(page, "signing");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await atStep(page, "unsure");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "confirming");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await deepen(chain);
  await tokenShown(page);
  expect(await violationsInEveryLook(page)).toEqual([]);
});
