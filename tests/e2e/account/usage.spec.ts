import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { formatDay as day } from "@/lib/domain/pages/format";
import { violationsInEveryLook } from "../axe";
import { withoutTables } from "../breakage";
import { mintToken } from "../mint-token";
import { expect, test } from "../test";
import { ledgerOf, plantUsage, removePlantedUsage } from "./ledger";
import { signIn } from "./signed-in";

interface Call {
  id: string;
  at: string;
  method: string;
  endpoint: string;
  outcome: "charged" | "refunded" | "not_charged";
  credits: number;
  price: number;
  reason: string | null;
  http_status: number | null;
  receipt_id: string | null;
  request_id: string | null;
}

interface Billed {
  status: number;
  charged: number;
  reason: string | undefined;
  receipt: string | undefined;
}

test.afterAll(removePlantedUsage);

const bearer = (token: string, more: Record<string, string> = {}) => ({ headers: { Authorization: `Bearer ${token}`, ...more } });

async function ask(request: APIRequestContext, token: string, path: string, more: Record<string, string> = {}): Promise<Billed> {
  const response = await request.get(path, bearer(token, more));
  const { billing, receipt } = (await response.json()) as {
    billing?: { credits_charged: number; no_charge_reason?: string };
    receipt?: { id: string };
  };
  return { status: response.status(), charged: billing?.credits_charged ?? 0, reason: billing?.no_charge_reason, receipt: receipt?.id };
}

const projection = (tokens: number) => `/api/premium/cost/projection?model=gpt-5&input_tokens_per_day=${tokens}&output_tokens_per_day=1000`;
const WORDS = { charged: "Charged", refunded: "Refunded", not_charged: "Not charged" };

/** What a row of the page shows of a call. */
const cellsOf = ({ at, method, endpoint, outcome, credits, receipt_id: receipt }: Call) =>
  [`${day(at)}, ${at.slice(11, 16)}`, `${method} ${endpoint}`, WORDS[outcome], String(credits), receipt ?? "none"].join(" | ");

async function shownCalls(page: Page): Promise<string[]> {
  const shown: string[] = [];
  for (;;) {
    const rows = await page.getByRole("table", { name: "Calls, newest first" }).locator("tbody tr").all();
    for (const row of rows) {
      const cells = await row.locator("td, th").evaluateAll((all) => all.map((cell) => (cell.firstChild?.textContent ?? "").trim()));
      shown.push(cells.join(" | "));
    }
    const older = page.getByRole("link", { name: "Older" });
    if ((await older.count()) === 0) return shown;
    const before = page.url();
    await older.click();
    await page.waitForURL((url) => url.href !== before);
    await expect(page.getByRole("link", { name: "Newest" })).toBeVisible();
  }
}

test("200 mixed calls: the pages, the API, the file and the ledger agree to the credit", async ({ page, request }) => {
  test.setTimeout(300_000);
  const token = await mintToken(160);
  const answered: Billed[] = [];
  const note = async (path: string, more?: Record<string, string>) => void answered.push(await ask(request, token, path, more));
  for (let call = 1; call <= 128; call++) await note(projection(call * 1000));
  // Repeats with the same key are answered again, and are no calls of their own.
  const repeats = [];
  for (let call = 0; call < 12; call++) await note(projection(500_000 + call), { "Idempotency-Key": `once-${call}` });
  for (let call = 0; call < 12; call++) {
    repeats.push(await request.get(projection(500_000 + call), bearer(token, { "Idempotency-Key": `once-${call}` })));
  }
  expect(repeats.map((response) => response.headers()["idempotency-replayed"])).toEqual(Array(12).fill("true"));
  for (let call = 0; call < 14; call++) await note(`/api/premium/providers/nobody-${call}`);
  await withoutTables(["news_clusters"], async () => {
    for (let call = 0; call < 4; call++) await note(`/api/premium/history/news/verified?min_sources=${4 + call}`);
  });
  for (let call = 0; call < 4; call++) expect((await ask(request, token, "/api/premium/routing?top_n=99")).status).toBe(400);
  await signIn(page, token);
  await page.goto("/providers/anthropic");
  const block = page.getByRole("region", { name: "Uptime of a year" });
  await block.getByRole("button", { name: "Run, 1 credit" }).click();
  await expect(block.getByText(/credits? charged/)).toBeVisible();
  for (let call = 0; call < 26; call++) await note(projection(900_000 + call));
  const countOf = (status: number) => answered.filter((one) => one.status === status).length;
  expect([countOf(404), countOf(500)]).toEqual([14, 4]);
  expect(countOf(402)).toBeGreaterThan(0);

  const { used, usages, posted, held } = await ledgerOf(token);
  const usage = (await (await request.get("/api/payment/usage?days=7", bearer(token))).json()) as {
    token_balance: number;
    total_calls: number;
    total_credits_spent: number;
    by_day: { date: string; calls: number; credits: number; uncharged_calls: number }[];
  };
  const { calls } = (await (await request.get("/api/payment/usage/calls?days=7&limit=5000", bearer(token))).json()) as { calls: Call[] };
  const bySession = used - answered.reduce((sum, { charged }) => sum + charged, 0);
  expect([0, 1]).toContain(bySession);
  expect(held).toBe(0);
  expect([usage.token_balance, usage.total_calls, usage.total_credits_spent]).toEqual([posted, usages, used]);
  expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBe(used);
  expect(calls.filter(({ outcome }) => outcome === "charged")).toHaveLength(usages);
  // Each answer with a receipt is in the list, with its own price or reason. One call more was made in the session.
  const concluded = answered.filter(({ receipt }) => receipt !== undefined);
  expect(calls).toHaveLength(concluded.length + 1);
  for (const { receipt, charged, reason, status } of concluded) {
    expect(calls.find(({ receipt_id: id }) => id === receipt)).toMatchObject({
      credits: charged,
      reason: reason ?? null,
      http_status: status,
    });
  }

  await page.goto("/account/usage?days=7");
  const facts = page.locator("dl dd");
  const uncharged = calls.length - usages;
  await expect(facts).toHaveText([
    `${used} credits`,
    `${usages} calls`,
    `${uncharged} calls`,
    posted === 1 ? "1 credit" : `${posted} credits`,
  ]);
  await page.getByText("Each day in words").click();
  const days = await page.locator(".chart-table li").allTextContents();
  expect(days.map((text) => text.replace(/: [^;]+ in (\d+) calls?: [^;]+;/, ": $1;").replace("no charged call", "0"))).toEqual(
    usage.by_day.map((one) => `${day(one.date)}: ${one.calls}; ${one.uncharged_calls} not charged`),
  );
  expect(days.at(-1)).toContain(`${usage.by_day.at(-1)?.credits} credits in ${usages} calls`);
  expect(await shownCalls(page)).toEqual(calls.map(cellsOf));

  await page.goto("/account/usage?days=7");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "All of them as CSV" }).click()]);
  const rows = parse(readFileSync(await file.path()), { columns: true }) as Record<string, string>[];
  expect(rows).toEqual(calls.map((call) => Object.fromEntries(Object.entries(call).map(([name, value]) => [name, String(value ?? "")]))));
  expect(page.url()).not.toContain("aed_live");

  await page.getByRole("link", { name: calls[0]?.receipt_id ?? "none" }).click();
  await expect(page.getByText("Genuine: this service signed exactly this receipt.")).toBeVisible();
});

test("calls that were not charged say why, and the filters and ranges are links", async ({ page, request }) => {
  const token = await mintToken(20);
  const missing = await request.get("/api/premium/providers/nobody", bearer(token));
  const { request_id: requestId } = (await missing.json()) as { request_id: string };
  expect((await ask(request, token, projection(77_000))).charged).toBe(1);
  await signIn(page, token, "/account/usage");
  await page.getByRole("link", { name: "Not charged" }).click();
  const row = page.getByRole("table", { name: "Calls, newest first" }).locator("tbody tr");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("does not exist or is not accepted, HTTP 404");
  await expect(row).toContainText(`request ${requestId}`);
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page).toHaveURL(/days=90&charged=false/);
  await expect(page.getByText("no longer kept").first()).toBeAttached();
  await page.goto("/account/usage?days=5&charged=maybe");
  await expect(page.getByRole("status").filter({ hasText: "Ignored filters: days=5, charged=maybe" })).toBeVisible();
});

test("the days are read by keyboard, pointer and without JavaScript", async ({ page, browser, baseURL }) => {
  const token = await mintToken(20);
  await plantUsage(token, { days: 40, callsADay: 10 });
  await signIn(page, token, "/account/usage?days=90");
  const chart = page.getByRole("slider", { name: "Credits by day" });
  await chart.focus();
  await expect(chart).toHaveAttribute("aria-valuenow", "90");
  await page.keyboard.press("PageDown");
  await expect(chart).toHaveAttribute("aria-valuenow", "83");
  await expect(chart).toHaveAttribute("aria-valuetext", /credits in \d+ calls: .*routing.*; \d+ not charged$/);
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuetext", /no charged call; calls that were not charged are no longer kept$/);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: baseURL ?? "",
  });
  const plain = await context.newPage();
  await plain.goto("/account/usage?days=90");
  await expect(plain.locator(".usage-bars path.series-1")).toHaveAttribute("d", /^M/);
  await plain.getByText("Each day in words").click();
  await expect(plain.locator(".chart-table li")).toHaveCount(90);
  await plain.getByRole("link", { name: "Older" }).click();
  await expect(plain.getByRole("link", { name: "Newest" })).toBeVisible();
  await context.close();
});

test("an account without calls is helped to a first one", async ({ page }) => {
  await signIn(page, await mintToken(5), "/account/usage");
  await expect(page.getByText("No calls in the last 30 days.")).toBeVisible();
  await expect(page.getByRole("region", { name: "A first call" })).toContainText("$API_TOKEN");
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test("who is not signed in is led to the sign-in, for files and receipts too", async ({ page }) => {
  for (const path of [
    "/account/usage",
    "/account/usage/csv",
    "/account/usage/receipt/hold_x",
    "/account/purchases",
    "/account/purchases/csv",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/account\?next=/);
  }
});

test("ninety days of heavy use keep to the budgets, in every look", async ({ page }) => {
  test.setTimeout(180_000);
  const token = await mintToken(20);
  await plantUsage(token, { days: 90, callsADay: 60 });
  await signIn(page, token, "/account/usage?days=90");
  const html = await (await page.request.get("/account/usage?days=90")).text();
  await page.goto("/account/usage?days=90", { waitUntil: "networkidle" });
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  process.stdout.write(`/account/usage: ${html.length} bytes, ${gzipSync(html).byteLength} gzip, ${nodes} nodes\n`);
  expect(html.length).toBeLessThanOrEqual(150 * 1024);
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(20 * 1024);
  expect(nodes).toBeLessThanOrEqual(1500);
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByText("Each day in words").click();
  // The fixed header may cover half of a summary after the click's scrolling. For axe that is a small target.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), "at 320 px").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  expect(await overflow(), "at 375 px with text of 200%").toBeLessThanOrEqual(0);
});
