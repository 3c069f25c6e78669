import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import pg from "pg";
import type { HDAccount } from "viem/accounts";
import { accountAt } from "../../support/money/chain";
import { createByBearer, createToken, main, shownToken, signInButton, spend, stateOf, store, tokenField } from "../account/signed-in";
import { violationsInEveryLook } from "../axe";
import { mintToken } from "../mint-token";
import { expect, test } from "./buying";
import { DATABASE_URL_FILE } from "../server-files";

/** Makes the wallet the one that first paid into the account of each token. */
async function own(wallet: HDAccount, tokens: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: readFileSync(DATABASE_URL_FILE, "utf8") });
  await client.connect();
  try {
    for (const token of tokens) {
      const owned = await client.query(
        "update accounts set owner_wallet = $1 where id = (select account_id from tokens where head = $2 and origin = 'minted')",
        [wallet.address.toLowerCase(), token.slice(9, 17)],
      );
      expect(owned.rowCount).toBe(1);
    }
  } finally {
    await client.end();
  }
}

/** A wallet that no other test has, nor an earlier attempt of this one. */
test.use({
  buyer: async ({ baseURL: _ }, use) => {
    await use(accountAt(randomInt(1000, 2 ** 31)));
  },
});

const useWallet = (page: Page) => page.getByRole("button", { name: "Use a wallet" }).click();
const navigation = (page: Page) => page.getByRole("navigation", { name: "Account" });

test("a wallet opens its account, and ends every token and session of it at once", async ({
  page,
  browser,
  buyer,
  wallet,
  request,
  baseURL,
}) => {
  const token = await mintToken(30);
  await own(buyer, [token]);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const thief = await elsewhere.newPage();
  await thief.goto("/account/tokens");
  await tokenField(thief).fill(token);
  await signInButton(thief).click();
  const stolen = await createToken(thief, "thief's own");

  await page.goto("/account/tokens");
  await useWallet(page);
  await expect(page).toHaveURL(({ pathname }) => pathname === "/account/tokens");
  expect(wallet.methods("personal_sign")).toBe(1);
  expect(await Promise.all([token, stolen].map((one) => stateOf(request, one))), "signing in ends no token").toEqual([
    "accepted",
    "accepted",
  ]);
  await expect(main(page).getByRole("heading", { name: "thief's own" })).toBeVisible();
  await page.getByLabel("Everything that uses a token of this account stops.").check();
  await page.getByRole("button", { name: "End all tokens and sessions" }).click();
  await expect(page.getByText("All tokens and sessions of the account have ended")).toBeVisible();
  expect(await Promise.all([token, stolen].map((one) => stateOf(request, one)))).toEqual(["invalid_token", "invalid_token"]);
  await store(thief);
  await thief.goto("/account");
  await expect(signInButton(thief)).toBeVisible();
  await elsewhere.close();

  await useWallet(page);
  await expect(main(page)).toContainText("nothing can spend its 30 credits");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.goto("/account/tokens");
  expect(await stateOf(request, await createToken(page, "fresh"))).toBe("accepted");
  expect(await shownToken(page)).toMatch(/^aed_live_/);
});

test("a thief who replaces the token keeps nothing after the owner's wallet has ended everything", async ({
  page,
  buyer,
  wallet,
  request,
}) => {
  const token = await mintToken(20);
  await own(buyer, [token]);
  const replaced = await request.post("/api/payment/tokens/rotate", {
    headers: { Authorization: `Bearer ${token}` },
    data: { grace_seconds: 0 },
  });
  const { token: thiefs } = (await replaced.json()) as { token: string };
  expect((await createByBearer(request, thiefs, "hidden")).status).toBe(200);
  expect([await stateOf(request, token), await spend(request, thiefs)]).toEqual(["invalid_token", 200]);
  await page.goto("/account/tokens");
  await useWallet(page);
  await expect(main(page).getByRole("heading", { name: "hidden" })).toBeVisible();
  await page.getByLabel("Everything that uses a token of this account stops.").check();
  await page.getByRole("button", { name: "End all tokens and sessions" }).click();
  await expect(page.getByText("All tokens and sessions of the account have ended")).toBeVisible();
  expect([await stateOf(request, thiefs), await spend(request, thiefs)]).toEqual(["invalid_token", 401]);
  expect(wallet.methods("eth_sendTransaction")).toBe(0);
});

test("a wallet of several accounts is asked which one", async ({ page, buyer, wallet }) => {
  await own(buyer, [await mintToken(3), await mintToken(4)]);
  await page.goto("/account");
  await useWallet(page);
  await expect(main(page)).toContainText("first to pay into 2 accounts");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole("button", { name: /: 4 credits, since/ }).click();
  await expect(navigation(page)).toBeVisible();
  await expect(main(page).getByText("4 credits", { exact: true })).toBeVisible();
  expect(wallet.methods("personal_sign")).toBe(1);
});

test("a wallet that declines, or has no account, signs nobody in", async ({ page, wallet }) => {
  wallet.behave("personal_sign", { kind: "decline" });
  await page.goto("/account");
  await useWallet(page);
  await expect(main(page).getByRole("alert")).toHaveText("You declined. Nothing was signed.");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(main(page).getByRole("alert")).toContainText("This wallet was not the first to pay into any account");
  await page.reload();
  await expect(navigation(page)).toHaveCount(0);
});

test("without a wallet in the browser the page says what to do", async ({ page, chain: _ }) => {
  await page.goto("/account");
  await useWallet(page);
  await expect(main(page).getByRole("alert")).toContainText("No wallet was found in this browser");
});
