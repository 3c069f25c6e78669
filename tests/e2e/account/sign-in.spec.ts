import { mintToken } from "../mint-token";
import { expect, test } from "../test";
import { createToken, listedBy, main, signIn, signInAnew, signInButton, stateOf, tokenField } from "./signed-in";

test("a token signs in, comes back to the page that was asked for, and neither makes nor ends a token", async ({ page, request }) => {
  const token = await mintToken(9);
  const before = await listedBy(request, token);
  await page.goto("/account/usage");
  await expect(page).toHaveURL(/\/account\?next=/);
  await tokenField(page).fill(token);
  await signInButton(page).click();
  await expect(page).toHaveURL(/\/account\/usage$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Usage");
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Overview" }).click();
  await expect(main(page).getByText("9 credits", { exact: true })).toBeVisible();
  expect(await listedBy(request, token)).toEqual(before);
});

test("never leaves the site after signing in", async ({ page, baseURL }) => {
  const token = await mintToken(1);
  for (const next of ["https://evil.example/", "//evil.example", "/.//evil.example", "/\\evil.example"]) {
    await page.context().clearCookies();
    await page.goto(`/account?next=${encodeURIComponent(next)}`);
    await tokenField(page).fill(token);
    await signInButton(page).click();
    await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
    expect(new URL(page.url()).origin, next).toBe(baseURL);
  }
});

test("says what is wrong with a token that is not accepted, and keeps what was typed", async ({ page }) => {
  await page.goto("/account");
  await tokenField(page).fill("aed_live_unknown");
  await signInButton(page).click();
  await expect(main(page).getByRole("alert")).toContainText("The token is not accepted");
  await expect(tokenField(page)).toHaveValue("aed_live_unknown");
  await expect(tokenField(page)).toBeFocused();
});

test("says until when a token is suspended", async ({ page, request }) => {
  const token = await mintToken(5);
  const refused = await request.post("/api/payment/revoke", { headers: { Authorization: `Bearer ${token}` }, data: {} });
  expect(refused.status()).toBe(409);
  await page.goto("/account");
  await tokenField(page).fill(token);
  await signInButton(page).click();
  await expect(main(page).getByRole("alert")).toContainText(/suspended until 2\d{3}-/);
});

test("says how long to wait after too many attempts", async ({ page, request }) => {
  test.setTimeout(120_000);
  let status = 0;
  for (let call = 0; call < 130 && status !== 429; call++) status = (await request.get("/api/payment/balance")).status();
  expect(status).toBe(429);
  await page.goto("/account");
  await tokenField(page).fill("aed_live_unknown");
  await signInButton(page).click();
  await expect(main(page).getByRole("alert")).toContainText(/Try again in \d+ s/);
});

test("signing out ends the session for a copied cookie too, and no token", async ({ page, browser, request, baseURL }) => {
  const token = await signInAnew(page);
  const thief = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: await page.context().storageState() });
  const stolen = await thief.newPage();
  await stolen.goto("/account");
  await expect(stolen.getByRole("navigation", { name: "Account" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out. No token has ended.")).toBeVisible();
  await stolen.goto("/account/tokens");
  await expect(signInButton(stolen)).toBeVisible();
  expect(await stateOf(request, token)).toBe("accepted");
  await thief.close();
});

test("signing out everywhere ends the token's other sessions", async ({ page, browser, baseURL }) => {
  const token = await signInAnew(page);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await elsewhere.newPage();
  await signIn(other, token);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("signed out here and everywhere else")).toBeVisible();
  await other.goto("/account");
  await expect(signInButton(other)).toBeVisible();
  await elsewhere.close();
});

test("a revoked token ends its session", async ({ page, request }) => {
  const token = await signInAnew(page, 5);
  await request.post("/api/payment/revoke", { headers: { Authorization: `Bearer ${token}` }, data: { confirm: true } });
  await page.goto("/account/tokens");
  await expect(page).toHaveURL(/\/account\?next=/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signs in, lists, creates, ends and signs out", async ({ page, request }) => {
    await page.goto("/account/tokens");
    await tokenField(page).fill("aed_live_unknown");
    await signInButton(page).click();
    await expect(main(page).getByRole("alert")).toContainText("The token is not accepted");
    expect(await page.content()).not.toContain("aed_live_unknown");
    const token = await mintToken(5);
    await tokenField(page).fill(token);
    await signInButton(page).click();
    await expect(page).toHaveURL(/\/account\/tokens$/);
    await expect(main(page).getByRole("heading", { name: "browser test" })).toBeVisible();
    const child = await createToken(page, "worker");
    expect(await stateOf(request, child)).toBe("accepted");
    await page.getByRole("link", { name: "I have stored it" }).click();
    await page.getByRole("link", { name: "End the token worker" }).click();
    await page.getByRole("button", { name: "End the token" }).click();
    await expect(page.getByRole("heading", { name: "worker" })).toHaveCount(0);
    expect(await stateOf(request, child)).toBe("invalid_token");
    await page.goto("/account");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("You are signed out")).toBeVisible();
  });
});
