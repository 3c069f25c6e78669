import type { Page, Response } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { violationsInEveryLook } from "./axe";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";
import { balanceOf, createButton, openWatch, openWatchWorld, preview, signIn, type WatchWorld } from "./watch-world";

/** The form of a new watch: what it refuses, what it costs, and what its pages weigh. */
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

async function signedIn(page: Page): Promise<string> {
  const token = await mintToken(5);
  await signIn(page, world.server.baseUrl, token);
  return token;
}

/** What a page weighs as the server sends it, and its scripts compressed. */
async function weightOf(page: Page, address: string): Promise<Record<"raw" | "gzip" | "nodes" | "script", number>> {
  const scripts: Promise<Buffer>[] = [];
  const collect = (response: Response) => void (response.request().resourceType() === "script" && scripts.push(response.body()));
  page.on("response", collect);
  const html = (await (await page.goto(address, { waitUntil: "networkidle" }))?.body()) ?? Buffer.alloc(0);
  page.off("response", collect);
  const nodes = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll("*").length,
    html.toString(),
  );
  const script = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
  return { raw: html.byteLength, gzip: gzipSync(html).byteLength, nodes, script };
}

const BUDGET = { raw: 150 * 1024, gzip: 20 * 1024, nodes: 1500, script: 175 * 1024 };

test("the pages of an account with the most watches and a full log stay within their budgets", async ({ page }) => {
  await signedIn(page);
  await page.goto(at("/account/watches/new?type=digest"));
  await page.getByLabel("Callback URL").fill(world.hook);
  await preview(page);
  await createButton(page).click();
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
    `insert into watches (id, account_id, paid_by, status, spec, subjects, callback_url, callback_host, fire_cap, created_at, expires_at, last_states, is_verified)
     select 'wat_' || lpad(to_hex(n), 24, '0'), w.account_id, 'e2e:' || n, 'active', w.spec, w.subjects, w.callback_url, w.callback_host, 100, now(),
       now() + interval '90 days', '{}', true from watches w, generate_series(1, 24) n where w.id = $1`,
    [id],
  );
  for (const path of ["/account/watches", "/account/watches/new", `/account/watches/${id}`]) {
    const weight = await weightOf(page, at(path));
    const over = Object.entries(BUDGET).filter(([name, most]) => weight[name as keyof typeof BUDGET] > most);
    expect(over, `${path}: ${JSON.stringify(weight)}`).toEqual([]);
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
  await page.getByLabel("Your secret").fill("");
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
  const token = await mintToken(2);
  await signIn(page, base, token);
  await page.goto("/account/watches/new?type=digest");
  const said = new Set<string>();
  for (const host of ["10.0.0.1", "db.internal", "localhost", "no-such-name.invalid", "169.254.169.254"]) {
    await page.getByLabel("Callback URL").fill(`https://${host}/hook`);
    await preview(page);
    await expect(page.getByLabel("Callback URL")).toHaveAttribute("aria-invalid", "true");
    said.add((await page.locator("main").getByRole("alert").textContent()) ?? "");
    await expect(createButton(page)).toHaveCount(0);
  }
  expect([...said]).toEqual([expect.stringContaining("has no public address")]);
  expect(await balanceOf(base, token)).toBe(2);
});

test("what is changed while a preview is on its way has to be previewed again", async ({ page }) => {
  await signedIn(page);
  const address = at("/account/watches/new?type=digest");
  await page.goto(address);
  await page.getByLabel("Callback URL").fill(world.hook);
  let letAnswer = (): void => undefined;
  const isTyped = new Promise<void>((resolve) => (letAnswer = resolve));
  await page.route(address, async (route) => {
    await isTyped;
    await route.continue();
  });
  await preview(page);
  await page.getByLabel("Ends after this many fires").fill("7");
  letAnswer();
  await expect(page.getByRole("button", { name: "Preview again, free" })).toBeEnabled();
  await expect(createButton(page)).toHaveCount(0);
  await preview(page);
  await expect(createButton(page)).toBeVisible();
});

test("an address of a chat product is known as it is typed, a mismatch is told, and the preview shows the message", async ({ page }) => {
  await signedIn(page);
  await page.goto(at("/account/watches/new?type=new_model"));
  await page.getByLabel("Maker").fill("anthropic");
  await expect(main(page).getByText("When a model of anthropic is listed for the first time.")).toBeVisible();
  await page.getByLabel("Callback URL").fill("https://hooks.slack.com/services/T000/B000/abcd");
  await expect(main(page).getByText("A sentence with a link is sent, as Slack shows it.")).toBeVisible();
  await page.getByLabel("What is sent").selectOption("discord");
  await expect(main(page).getByText("The address looks like an incoming webhook of Slack")).toBeVisible();
  await page.getByLabel("Callback URL").fill(world.hook);
  await preview(page);
  await expect(main(page).getByText("New model of Anthropic: Example 1, input $1.00, output $4.00 per 1M tokens.")).toBeVisible();
  await expect(main(page).getByText("An example in Discord, with made-up figures")).toBeVisible();
  await expect(main(page).getByText("The address is not one that Discord gives out", { exact: false }).first()).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  const since = world.inbox.received.length;
  await createButton(page).click();
  await openWatch(page);
  await expect(page.getByText("Sends a message to Discord at")).toBeVisible();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Test sent. Received, 204")).toBeVisible();
  expect(JSON.parse(world.inbox.received[since]?.body ?? "{}")).toMatchObject({
    content: expect.stringMatching(/^This is a test of a watch/),
    allowed_mentions: { parse: [] },
  });
});
