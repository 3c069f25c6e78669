import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { violationsInEveryLook } from "./axe";
import { expect, test } from "./test";
import { balanceOf, mintedToken, openWatchWorld, signIn, type WatchWorld } from "./watch-world";

/** Watches by their pages, from the form to the receiver: real server, database, jobs and TLS. */
let world: WatchWorld;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await openWatchWorld();
});
test.afterAll(() => world.close());

const at = (path: string): string => `${world.server.baseUrl}${path}`;
const main = (page: Page) => page.getByRole("main");

async function signedIn(page: Page, credits = 5): Promise<string> {
  const token = await mintedToken(credits);
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

const preview = (page: Page) => page.getByRole("button", { name: /^Preview/ }).click();
const create = (page: Page) => page.getByRole("button", { name: "Create watch, 1 credit" });
const secretIn = (page: Page): Promise<string> => page.getByLabel("Secret, shown this once").inputValue();
const deliveries = (page: Page) => page.getByRole("listitem").filter({ has: page.locator("time") });

/** What a page weighs as the server sends it. */
async function weightOf(page: Page, address: string): Promise<{ raw: number; gzip: number; nodes: number }> {
  const html = (await (await page.goto(address))?.body()) ?? Buffer.alloc(0);
  const nodes = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll("*").length,
    html.toString(),
  );
  return { raw: html.byteLength, gzip: gzipSync(html).byteLength, nodes };
}

async function openWatch(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Open the watch and test its receiver" }).click();
  await page.waitForURL(/\/account\/watches\/wat_/);
  return page.url();
}

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
    await expect(create(page)).toHaveCount(0);
    await preview(page);
    await expect(page.getByText("No: the condition holds already, and only a change to it fires")).toBeVisible();
    await expect(page.getByText("the watch fires once it has come back above it and falls again", { exact: false })).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    await page.getByLabel("Threshold").fill(String(price / 2));
    await expect(create(page)).toHaveCount(0);
    await preview(page);
    await expect(page.getByText("No: the condition does not hold yet")).toBeVisible();
    await expect(page.getByText(listing.name, { exact: true })).toBeVisible();
    expect(await balanceOf(world.server.baseUrl, token)).toBe(5);

    await create(page).click();
    await expect(page.getByRole("heading", { name: "Watch created" })).toBeFocused();
    const secret = await secretIn(page);
    expect(await balanceOf(world.server.baseUrl, token)).toBe(4);
    await expect(page.getByText("1 credit charged, 4 credits left")).toBeVisible();
    expect(await violationsInEveryLook(page)).toEqual([]);
    expect(world.inbox.received).toHaveLength(since);

    const address = await openWatch(page);
    await expect(page.getByText("not verified yet")).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("Test sent. Received, 204")).toBeVisible();
    await expect(page.getByText(", verified")).toBeVisible();

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
    await page.getByRole("button", { name: "Delete the watch" }).click();
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
    const [service] = await world.query<{ service: string; known_state: string }>(
      "select service, known_state from status_services where known_state = 'operational' and service = 'anthropic'",
    );
    expect(service).toBeDefined();
    const since = world.inbox.received.length;
    try {
      await page.goto(at("/account/watches/new?type=status"));
      await page.getByLabel("Provider or service").fill("anthropic");
      await page.getByLabel("Callback URL").fill(world.hook);
      await page.getByLabel("No secret").check();
      await preview(page);
      await expect(page.getByText("anthropic: operational")).toBeVisible();
      await expect(page.getByLabel("Callback URL")).toHaveValue(world.hook);
      await expect(main(page).getByText("When a service of anthropic goes down.")).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(5);

      // What is created is what was previewed: another state is previewed first.
      await page.getByLabel("When a service of it").selectOption("degraded");
      await create(page).click();
      await expect(page.getByText("so this step created and charged nothing")).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(5);
      await page.getByLabel("When a service of it").selectOption("down");
      await preview(page);
      await create(page).click();
      await expect(page.getByRole("heading", { name: "Watch created" })).toBeVisible();
      expect(await balanceOf(world.server.baseUrl, token)).toBe(4);

      const address = await openWatch(page);
      await world.query("update status_services set known_state = 'down' where service = 'anthropic'");
      await world.run("evaluate-watches");
      await world.run("deliver-webhooks");
      await page.goto(address);
      await expect(deliveries(page).first()).toContainText("operational → down");
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
      await world.query("update status_services set known_state = 'operational' where service = 'anthropic'");
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
  await create(page).dblclick();
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

test("the pages of an account with the most watches and a full log stay within their budgets", async ({ page }) => {
  await signedIn(page);
  await page.goto(at("/account/watches/new?type=digest"));
  await page.getByLabel("Callback URL").fill(world.hook);
  await preview(page);
  await create(page).click();
  const address = await openWatch(page);
  const id = address.split("/").at(-1) ?? "";
  const match = { type: "status", provider: "anthropic", name: "Claude API", op: "changes", from: "operational", to: "degraded" };
  await world.query(
    `insert into watch_deliveries (id, watch_id, kind, state, fired_at, match, fire_count, claimed_at, finished_at, outcome, http_status, sent_headers)
     select 'dlv_' || lpad(to_hex(n), 24, '0'), $1, 'fire', 'sent', now() - n * interval '1 hour', $2::json, 1, now() - n * interval '1 hour',
       now() - n * interval '1 hour', 'answered', 503, '{"X-Service-Event":"watch.fire"}'::json from generate_series(1, 60) n`,
    [id, JSON.stringify(match)],
  );
  await world.query(
    `insert into watches (id, account_id, paid_by, status, spec, subjects, callback_url, callback_host, fire_cap, created_at, expires_at, last_states)
     select 'wat_' || lpad(to_hex(n), 24, '0'), w.account_id, 'e2e:' || n, 'active', w.spec, w.subjects, w.callback_url, w.callback_host, 100, now(),
       now() + interval '90 days', '{}' from watches w, generate_series(1, 24) n where w.id = $1`,
    [id],
  );
  for (const path of ["/account/watches", "/account/watches/new", `/account/watches/${id}`]) {
    const { raw, gzip, nodes } = await weightOf(page, at(path));
    expect([path, raw < 150 * 1024, gzip < 20 * 1024, nodes < 1500], `${path}: ${raw} bytes, ${gzip} compressed, ${nodes} nodes`).toEqual([
      path,
      true,
      true,
      true,
    ]);
    await page.setViewportSize({ width: 320, height: 800 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways(), `${path} at 320 px`).toBeLessThanOrEqual(0);
    await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    expect(await sideways(), `${path} with text of 200%`).toBeLessThanOrEqual(0);
  }
});

test("what is refused names its field, keeps what was typed and costs nothing; several models of one name are chosen from", async ({
  page,
}) => {
  const token = await signedIn(page);
  await page.goto(at("/account/watches/new"));
  await page.getByLabel("Model").fill("claude-opus-4-5");
  await page.getByLabel("Callback URL").fill(world.hook);
  await preview(page);
  await expect(page.getByRole("alert").filter({ hasText: "threshold" })).toBeVisible();
  await expect(page.getByLabel("Threshold")).toBeFocused();
  await expect(page.getByLabel("Threshold")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Callback URL")).toHaveValue(world.hook);
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByLabel("Threshold").fill("1");
  await page.getByLabel("Ends after this many fires").fill("0");
  await preview(page);
  await expect(page.getByLabel("Ends after this many fires")).toBeFocused();
  await page.getByLabel("Ends after this many fires").fill("3");
  await page.getByLabel("A secret of your own").check();
  await page.getByLabel("Your secret").fill("short");
  await preview(page);
  await expect(page.getByLabel("Your secret")).toBeFocused();
  await page.getByLabel("Make a secret").check();
  await expect(page.getByLabel("Your secret")).toBeHidden();
  await page.getByLabel("Which price").selectOption("blended");
  await page.getByLabel("When it").selectOption("changes");
  await expect(page.getByLabel("Threshold")).toBeHidden();
  await expect(main(page).getByText("When the blended price of claude-opus-4-5 changes.")).toBeVisible();
  expect(await balanceOf(world.server.baseUrl, token)).toBe(5);
});

test("private, missing and unresolvable callback names are refused in the same words, for nothing", async ({ page, baseURL }) => {
  const base = baseURL ?? "";
  const token = await mintedToken(2);
  await signIn(page, base, token);
  await page.goto("/account/watches/new?type=digest");
  const said = new Set<string>();
  for (const host of ["10.0.0.1", "db.internal", "localhost", "no-such-name.invalid", "169.254.169.254"]) {
    await page.getByLabel("Callback URL").fill(`https://${host}/hook`);
    await preview(page);
    await expect(page.getByLabel("Callback URL")).toHaveAttribute("aria-invalid", "true");
    said.add((await page.locator("main").getByRole("alert").textContent()) ?? "");
    await expect(create(page)).toHaveCount(0);
  }
  expect([...said]).toEqual([expect.stringContaining("has no public address")]);
  expect(await balanceOf(base, token)).toBe(2);
});
