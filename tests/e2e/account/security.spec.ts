import type { Page } from "@playwright/test";
import { expect, test } from "../test";
import {
  createToken,
  listedBy,
  main,
  shownToken,
  signIn,
  signInAnew,
  signInButton,
  store,
  tokenField,
  whatThePageHolds,
} from "./signed-in";
import { mintToken } from "../mint-token";

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The request that the page's own form makes, which does not reach the server. */
async function heldBack(page: Page, send: () => Promise<void>): Promise<Sent> {
  let sent: Sent | null = null;
  await page.route("**/*", async (route) => {
    const call = route.request();
    if (call.method() !== "POST") return route.continue();
    sent = { url: call.url(), headers: await call.allHeaders(), body: call.postDataBuffer() ?? Buffer.alloc(0) };
    await route.abort();
  });
  await send();
  await expect.poll(() => sent !== null).toBe(true);
  await page.unroute("**/*");
  return sent as unknown as Sent;
}

const FOREIGN: Record<string, Record<string, string>> = {
  "another site": { origin: "https://evil.example" },
  "a hidden origin": { origin: "null" },
  "another port of this host": { origin: "http://127.0.0.1:1" },
};

test("a form of another site, or of no named site, changes nothing, although the cookie is sent with it", async ({ page, request }) => {
  const token = await signInAnew(page, 5, "/account/tokens");
  await page.getByLabel("Name: where it is used").fill("forged");
  const { url, headers, body } = await heldBack(page, () => page.getByRole("button", { name: "Create token" }).click());
  const { origin: own, "sec-fetch-site": _, ...others } = headers;
  expect(own).toBe(new URL(url).origin);
  expect(others.cookie).toContain("session=");
  const send = (origin: Record<string, string>) => page.request.post(url, { headers: { ...others, ...origin }, data: body });
  for (const [name, origin] of Object.entries(FOREIGN)) {
    const answer = await send(origin);
    expect([answer.status(), (await answer.text()).includes("aed_live_")], name).toEqual([403, false]);
  }
  expect((await send({})).status(), "without an origin").toBe(403);
  expect((await send({ origin: own ?? "", "sec-fetch-site": "cross-site" })).status(), "marked as foreign by the browser").toBe(403);
  expect((await listedBy(request, token)).map(({ name }) => name)).toEqual(["browser test"]);
  // Calls from the site's own page do create: the requests above failed by their origin.
  expect(await (await send({ origin: own ?? "" })).text()).toContain("aed_live_");
});

test("the account cannot be framed by another site", async ({ page, baseURL }) => {
  await signInAnew(page);
  const response = await page.goto("/account/tokens");
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await page.route("http://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${baseURL}/account/tokens" width="800" height="600"></iframe>` }),
  );
  await page.goto("http://evil.example/");
  const frame = page.frames()[1];
  await frame?.waitForLoadState().catch(() => undefined);
  expect((await frame?.content()) ?? "").not.toContain("End the token");
});

test("no other site and no cache learns of account pages", async ({ page }) => {
  await signInAnew(page);
  for (const path of ["/account", "/account/tokens", "/account/usage", "/account/purchases", "/account/watches"]) {
    const response = await page.goto(path);
    expect(response?.headers()["cache-control"], path).toContain("no-store");
    await expect(page.locator('meta[name="referrer"]'), path).toHaveAttribute("content", "same-origin");
    await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute("content", /noindex/);
  }
});

test("two readers behind one cache of documents never see each other, nor does a stranger see either", async ({
  page,
  browser,
  baseURL,
}) => {
  const [ann, bob] = [await mintToken(1_111, "the token of Ann"), await mintToken(2_222, "the token of Bob")];
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await elsewhere.newPage();
  await signIn(page, ann);
  await signIn(other, bob);
  const read = async (reader: Page, path: string) => (await (await reader.request.get(path)).body()).toString();
  const marks = { ann: ["the token of Ann", "1,111", ann.slice(9, 17)], bob: ["the token of Bob", "2,222", bob.slice(9, 17)] };
  for (const path of ["/account", "/account/tokens", "/providers/anthropic", "/models"]) {
    for (let round = 0; round < 2; round++) {
      const stranger = await browser.newContext(baseURL ? { baseURL } : {});
      const [his, hers, nobodys] = [await read(other, path), await read(page, path), await read(await stranger.newPage(), path)];
      await stranger.close();
      const isOwn = path.startsWith("/account");
      expect(hers.includes(marks.ann[2] as string), `${path}: Ann sees hers`).toBe(isOwn);
      expect(his.includes(marks.bob[2] as string), `${path}: Bob sees his`).toBe(isOwn);
      for (const mark of marks.bob) expect([`${path} of Ann`, hers.includes(mark)]).toEqual([`${path} of Ann`, false]);
      for (const mark of marks.ann) expect([`${path} of Bob`, his.includes(mark)]).toEqual([`${path} of Bob`, false]);
      for (const mark of [...marks.ann, ...marks.bob]) expect([path, nobodys.includes(mark)]).toEqual([path, false]);
    }
  }
  await elsewhere.close();
});

test("the token is in no address, header, message, store or page after it signed in", async ({ page }) => {
  const token = await mintToken(5);
  const seen: string[] = [];
  page.on("console", (message) => void seen.push(`console ${message.text()}`));
  page.on("request", async (call) => {
    const isSignIn = call.method() === "POST" && new URL(call.url()).pathname === "/account" && (call.postData() ?? "").includes("token");
    seen.push(`${call.url()} ${JSON.stringify(await call.allHeaders().catch(() => ({})))} ${isSignIn ? "" : (call.postData() ?? "")}`);
  });
  page.on("response", async (answer) => {
    if (answer.url().includes("_next/static")) return;
    seen.push(`answer ${JSON.stringify(answer.headers())} ${await answer.text().catch(() => "")}`);
  });
  await page.goto("/account");
  await tokenField(page).fill(token);
  await signInButton(page).click();
  await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
  expect(await whatThePageHolds(page)).not.toContain(token);
  for (const path of ["/account/tokens", "/providers/anthropic", "/account?view=json", "/account/tokens?view=json"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await whatThePageHolds(page), path).not.toContain(token);
  }
  expect(seen.filter((text) => text.includes(token))).toEqual([]);
  const readable = await page.evaluate(() => document.cookie);
  expect(readable).toMatch(/^signed_in=[0-9a-f]{16}$/);
});

test("nothing of a session is left in the page when it ends", async ({ page }) => {
  await signInAnew(page, 5, "/account/tokens");
  const made = await createToken(page, "short-lived");
  expect(made).toBe(await shownToken(page));
  await store(page);
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account" })).toHaveCount(0);
  const held = await whatThePageHolds(page);
  for (const mark of ["short-lived", made, made.slice(9, 17)]) expect(held).not.toContain(mark);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await expect(main(page)).not.toContainText(/\d\s*credits/);
});
