import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { mintToken } from "../mint-token";
import { expect } from "../test";

export const main = (page: Page): Locator => page.getByRole("main");
export const tokenField = (page: Page): Locator => page.getByLabel("Access token", { exact: true });
export const signInButton = (page: Page): Locator => page.getByRole("button", { name: "Sign in", exact: true });

export async function signIn(page: Page, token: string, path = "/account"): Promise<void> {
  await page.goto(path);
  await tokenField(page).fill(token);
  await signInButton(page).click();
  await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
}

/** Someone new, signed in by the token of an account of their own. */
export async function signInAnew(page: Page, credits = 50, path = "/account"): Promise<string> {
  const token = await mintToken(credits);
  await signIn(page, token, path);
  return token;
}

export interface ListedToken {
  id: number;
  name: string;
  state: string;
  parent: number | null;
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** What the API says of a token, asked beside the browser: `accepted`, or the error. */
export async function stateOf(request: APIRequestContext, token: string): Promise<string> {
  const response = await request.get("/api/payment/balance", bearer(token));
  return response.ok() ? "accepted" : ((await response.json()) as { error: string }).error;
}

export async function listedBy(request: APIRequestContext, token: string): Promise<ListedToken[]> {
  const response = await request.get("/api/payment/tokens", bearer(token));
  return ((await response.json()) as { tokens: ListedToken[] }).tokens;
}

/** Status and error of a paid call by the token. */
export async function spend(request: APIRequestContext, token: string): Promise<number> {
  return (await request.get("/api/premium/routing?task=code", bearer(token))).status();
}

export async function createByBearer(request: APIRequestContext, token: string, name: string): Promise<{ status: number; error?: string }> {
  const response = await request.post("/api/payment/tokens/create", { ...bearer(token), data: { name } });
  return { status: response.status(), ...((await response.json()) as { error?: string }) };
}

/** The new token that the page shows, once. */
export const shownToken = (page: Page): Promise<string> => page.getByLabel("Your token").inputValue();

export async function createToken(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name: where it is used").fill(name);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("only time that this token is shown")).toBeVisible();
  return shownToken(page);
}

export async function store(page: Page): Promise<void> {
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("only time that this token is shown")).toHaveCount(0);
}

/** Everything that a script of the page, or its reader, could see. */
export async function whatThePageHolds(page: Page): Promise<string> {
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.title]),
  );
  const values = await page.evaluate(() =>
    [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value).join("\n"),
  );
  return [stored, values, await page.content()].join("\n");
}
