import { expect, test } from "../test";
import {
  createByBearer,
  createToken,
  listedBy,
  main,
  shownToken,
  signInAnew,
  signInButton,
  spend,
  stateOf,
  store,
  whatThePageHolds,
} from "./signed-in";

test("a new token is shown once, must be stored before it goes, and is nowhere afterwards", async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const said: string[] = [];
  page.on("console", (message) => void said.push(message.text()));
  await signInAnew(page, 5, "/account/tokens");
  const token = await createToken(page, "nightly report");
  expect(token).toMatch(/^aed_live_[0-9a-f]{64}$/);
  await expect(page.getByLabel("Your token")).toBeFocused();
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByRole("button", { name: "Copy token" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeEnabled();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download .env" }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(`API_TOKEN=${token}\n`);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(main(page).getByRole("heading", { name: "nightly report" })).toBeVisible();
  expect(await whatThePageHolds(page)).not.toContain(token);
  expect(said.join("\n")).not.toContain(token);
  await page.reload();
  expect(await whatThePageHolds(page)).not.toContain(token);
  expect(await stateOf(request, token)).toBe("accepted");
});

test("a double click creates one token, which is shown, and the next creation does not carry it", async ({ page, request }) => {
  const token = await signInAnew(page, 5, "/account/tokens");
  await page.getByLabel("Name: where it is used").fill("twice");
  await page.getByRole("button", { name: "Create token" }).dblclick();
  await expect(page.getByText("only time that this token is shown")).toBeVisible();
  const first = await shownToken(page);
  expect((await listedBy(request, token)).filter(({ name }) => name === "twice")).toHaveLength(1);
  await store(page);
  const sent: string[] = [];
  page.on("request", (call) => void sent.push(`${call.url()} ${call.postData() ?? ""}`));
  expect(await createToken(page, "other")).not.toBe(first);
  expect(sent.join("\n")).not.toContain(first);
});

test("a rotation overlaps: the old token spends and does nothing else, the session goes on", async ({ page, request }) => {
  const old = await signInAnew(page, 5, "/account/tokens");
  await page.getByLabel("for 1 h").check();
  await page.getByRole("button", { name: "Replace the token" }).click();
  await expect(page.getByText("The old one may spend until")).toBeVisible();
  const fresh = await shownToken(page);
  expect(fresh).not.toBe(old);
  await store(page);
  await expect(main(page).getByText("Replaced, may still spend")).toBeVisible();
  expect([await spend(request, old), await spend(request, fresh)]).toEqual([200, 200]);
  expect(await createByBearer(request, old, "by the old one")).toMatchObject({ status: 403, error: "token_in_grace" });
  await createToken(page, "by the session");
  expect((await listedBy(request, fresh)).map(({ name, state }) => `${name} ${state}`)).toEqual(
    expect.arrayContaining(["by the session active", "browser test active", "browser test grace"]),
  );
});

test("a rotation without a grace ends the old token at once", async ({ page, request }) => {
  const old = await signInAnew(page, 5, "/account/tokens");
  await page.getByLabel("not at all").check();
  await page.getByRole("button", { name: "Replace the token" }).click();
  await expect(page.getByText("The old one has ended")).toBeVisible();
  expect([await stateOf(request, old), await stateOf(request, await shownToken(page))]).toEqual(["invalid_token", "accepted"]);
});

test("ending a token names what ends with it and what would be lost, and asks before", async ({ page, request }) => {
  const token = await signInAnew(page, 7, "/account/tokens");
  const child = await createToken(page, "child");
  await store(page);
  expect((await createByBearer(request, child, "grandchild")).status).toBe(200);
  await page.goto("/account/tokens");
  await page.getByRole("link", { name: "End the token browser test" }).click();
  const question = page.getByRole("region", { name: "End “browser test”?" });
  await expect(question.getByRole("listitem")).toHaveText([/^grandchild/, /^child/]);
  await expect(question).toContainText("7 credits would be out of reach for good");
  await expect(question).toContainText("you will be signed out");
  await question.getByRole("button", { name: "End 3 tokens" }).click();
  expect(await stateOf(request, token), "without the tick nothing is sent, so nothing is suspended").toBe("accepted");
  await question.getByLabel("I give up 7 credits.").check();
  await question.getByRole("button", { name: "End 3 tokens" }).click();
  await expect(page.getByText("The token has ended, and with it this session.")).toBeVisible();
  await expect(signInButton(page)).toBeVisible();
  expect([await stateOf(request, token), await stateOf(request, child)]).toEqual(["invalid_token", "invalid_token"]);
});
