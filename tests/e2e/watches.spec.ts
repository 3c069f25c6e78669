import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { violationsInEveryLook } from "./axe";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";
import { balanceOf, createButton, openWatch, openWatchWorld, preview, signIn, type WatchWorld } from "./watch-world";

/** Watches by their pages, from the form to the receiver: real server, database, jobs and TLS. */
let world: WatchWorld;
// In one worker, because a world takes long to open.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await openWatchWorld();
});
test.afterAll(() => world.close());

const at = (path: string): string => `${world.server.baseUrl}${path}`;
const main = (page: Page) => page.getByRole("main");

async function signedIn(page: Page, credits = 5): Promise<string> {
  const token = await mintToken(credits);
  await signIn(page, world.server.baseUrl, token);
  return token;
}

interface Listing {
  provider_id: string;
  model_key: string;
  input_price: number;
}

/** A listing whose input price is known; no other listing has its full name. */
async function pricedListing(): Promise<Listing & { name: string }> {
  const [listing] = await world.query<Listing>(
    "select provider_id, model_key, input_price from model_listings where provider_id = 'anthropic' and input_price > 0.5 order by model_key limit 1",
  );
  if (!listing) throw new Error("the demo has no priced model of anthropic");
  return { ...listing, name: `${listing.provider_id}/${listing.model_key}` };
}

const setPrice = ({ provider_id: provider, model_key: model }: Listing, usd: number) =>
  world.query("update model_listings set input_price = $3 where provider_id = $1 and model_key = $2", [provider, model, usd]);

const secretIn = (page: Page): Promise<string> => page.getByLabel("Secret, shown this once").inputValue();
const deliveries = (page: Page) => page.getByRole("listitem").filter({ has: page.locator("time") });

test("a price watch says that it holds already before it costs, fires to the receiver, is logged as it was sent, and is redelivered", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const token = await signedIn(page);
  const listing = await pricedListing();
  const price = Number(listing.input_price);
  const since = world.inbox.received.length;
  try {
    await page.goto(at("/account/watches/new"));
    await page.getByLabel("Model").fill(listing.name);
    await page.getByLabel("Threshold").fill(String(price * 2));
    await page.getByLabel("Callback URL").fill(world.hook);
    await expect(main(page).getByText(`When the input price of ${listing.name} falls below`)).toBeVisible();
    await expect(createButton(page)).toHaveCount(0);
    await preview(page);
    await expect(page.getByText("No: the condition holds already, and only a change to it fires")).toBeVisible();
    await expect(page.getByText("the watch fires once it has come back above it and falls again", { exact: false })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.getByLabel("Threshold").fill(String(price / 2));
    await expect(createButton(page)).toHaveCount(0);
    await preview(page);
    await expect(page.getByText("No: the condition does not hold yet")).toBeVisible();
    await expect(page.getByText(listing.name, { exact: true })).toBeVisible();
    expect(await balanceOf(world.server.baseUrl, token)).toBe(5);

    await createButton(page).click();
    await expect(page.getByRole("heading", { name: "Watch created" })).toBeFocused();
    const secret = await secretIn(page);
    expect(await balanceOf(world.server.baseUrl, token)).toBe(4);
    await expect(page.getByText("1 credit charged, 4 credits left")).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    expect(world.inbox.received).toHaveLength(since);

    const address = await openWatch(page);
    await expect(page.getByText("Not verified yet")).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("Test sent. Received, 204")).toBeVisible();
    await expect(page.getByText("Verified: it has answered with 2xx")).toBeVisible();

    await setPrice(listing, price / 4);
    await world.run("evaluate-watches");
    await page.goto(address);
    await expect(deliveries(page).first()).toContainText("Waiting");
    await world.run("deliver-webhooks");
    await page.goto(address);
    await expect(deliveries(page).first()).toContainText("Received, 204");
    await expect(page.getByText("1 of 100")).toBeVisible();
    await deliveries(page).first().getByRole("link", { name: "What was sent" }).click();
    const sent = page.getByRole("region", { name: "What was sent", exact: true });
    const [ping, fire] = world.inbox.received.slice(since);
    const signature = `sha256=${createHmac("sha256", secret)
      .update(fire?.body ?? "")
      .digest("hex")}`;
    expect(fire?.headers["x-service-signature"]).toBe(signature);
    expect(JSON.parse(ping?.body ?? "{}")).toMatchObject({ event: "watch.ping" });
    await expect(sent.getByRole("region", { name: "Headers of the delivery" })).toContainText(signature);
    expect(JSON.parse((await sent.getByRole("region", { name: "Body of the delivery" }).textContent()) ?? "")).toEqual(
      JSON.parse(fire?.body ?? ""),
    );
    expect(await violationsInEveryLook(page)).toEqual([]);

    await page.getByRole("button", { name: "Redeliver" }).click();
    await expect(page.getByText("is sent again within about a minute.")).toBeVisible();
    await world.run("deliver-webhooks");
    const again = world.inbox.received[since + 2];
    expect(again?.body).toBe(fire?.body);
    expect(again?.headers["webhook-id"]).toBe(fire?.headers["webhook-id"]);
    await page.goto(address);
    await expect(deliveries(page).first()).toContainText("Redelivery");
    await expect(page.getByText("1 of 100")).toBeVisible();

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Delete this watch?" })).toContainText(`the input price of ${listing.name} falls below`);
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete", exact: true }).focus();
    for (const key of ["Enter", "Tab"]) await page.keyboard.press(key);
    await expect(page.getByRole("button", { name: "Delete the watch" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Send test" })).toHaveCount(0);
    expect(await balanceOf(world.server.baseUrl, token)).toBe(4);
  } finally {
    await setPrice(listing, price);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a status watch is previewed, created, fires, is redelivered and deleted by plain forms", async ({ page }) => {
    test.setTimeout(120_000);
    const token = await signedIn(page);
    const [operational] = await world.query<{ service: string }>(
      "select service from status_services where known_state = 'operational' order by service limit 1",
    );
    const service = operational?.service ?? "no service is operational";
    const since = world.inbox.received.length;
    try {
      await page.goto(at("/account/watches/new?type=status"));
      await page.getByLabel("Provider or service").fill(service);
      await page.getByLabel("Callback URL").fill(world.hook);
      await page.getByLabel("No secret").check();
      await preview(page);
      await expect(page.getByText(`${service}: operational`)).toBeVisible();
      await expect(page.getByLabel("Callback URL")).toHaveValue(world.hook);
      await expect(main(page).getByText(`When a service of ${service} goes down.`)).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(5);

      // What is created is what was previewed: another state is previewed first.
      await page.getByLabel("When a service of it").selectOption("degraded");
      await createButton(page).click();
      await expect(page.getByText("so this step created and charged nothing")).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(5);
      await page.getByLabel("When a service of it").selectOption("down");
      await preview(page);
      await createButton(page).click();
      await expect(page.getByRole("heading", { name: "Watch created" })).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(4);

      const address = await openWatch(page);
      await world.query("update status_services set known_state = 'down' where service = $1", [service]);
      await world.run("evaluate-watches");
      await world.run("deliver-webhooks");
      await page.goto(address);
      await expect(deliveries(page).first()).toContainText("from operational to down");
      await expect(deliveries(page).first()).toContainText("Received, 204");
      const [fire] = world.inbox.received.slice(since);
      expect(fire?.headers).not.toHaveProperty("x-service-signature");
      expect(JSON.parse(fire?.body ?? "{}")).toMatchObject({ event: "watch.fire", match: { type: "status", to: "down" } });

      await page.getByRole("button", { name: "Redeliver" }).click();
      await expect(deliveries(page).first()).toContainText("Waiting");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Delete the watch" }).click();
      await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
      await expect(deliveries(page).first()).toContainText("Not sent");
    } finally {
      await world.query("update status_services set known_state = 'operational' where service = $1", [service]);
    }
  });
});

test("a digest watch shows its secret once, sends its digest, is duplicated, and is nobody else's", async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signedIn(page);
  const since = world.inbox.received.length;
  await page.goto(at("/account/watches/new?type=digest"));
  await page.getByLabel("How often").selectOption("weekly");
  await page.getByLabel("Callback URL").fill(world.hook);
  await preview(page);
  await expect(page.getByText("the first digest follows the next snapshot after 07:00 UTC", { exact: false })).toBeVisible();
  await createButton(page).dblclick();
  const secret = await secretIn(page);
  const address = await openWatch(page);
  expect(await page.content()).not.toContain(secret);
  const id = address.split("/").at(-1) ?? "";
  expect(await world.query("select id from watches where account_id = (select account_id from watches where id = $1)", [id])).toHaveLength(
    1,
  );

  await world.query("update watches set digest_due_at = now() - interval '4 hours' where id = $1", [id]);
  await world.run("evaluate-watches");
  await world.run("deliver-webhooks");
  await page.goto(address);
  await expect(deliveries(page).first()).toContainText("Received, 204");
  const [digest] = world.inbox.received.slice(since);
  expect(JSON.parse(digest?.body ?? "{}")).toMatchObject({ event: "watch.fire", match: { type: "digest", cadence: "weekly" } });

  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByLabel("How often")).toHaveValue("weekly");
  await expect(page.getByLabel("Callback URL")).toHaveValue(world.hook);

  await page.goto(at("/account/watches"));
  await expect(page.getByRole("link", { name: "Every week after 07:00 UTC" })).toBeVisible();
  await expect(page.getByText("1 of 100")).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);

  const stranger = await browser.newPage();
  await signedIn(stranger);
  expect((await stranger.goto(address))?.status()).toBe(404);
  await stranger.goto(at("/account/watches"));
  await expect(stranger.getByText("No watch yet.")).toBeVisible();
  expect(await violationsInEveryLook(stranger)).toEqual([]);
  await stranger.goto(at(`/account/watches/new?from=${id}`));
  await expect(stranger.getByText("There is no watch", { exact: false })).toBeVisible();
  await stranger.close();
});
