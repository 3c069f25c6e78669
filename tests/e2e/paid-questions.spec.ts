import type { Locator, Page } from "@playwright/test";
import { formatPrice } from "@/lib/domain/pages/format";
import { ledgerOf } from "./account/ledger";
import { signInAnew } from "./account/signed-in";
import { clicker } from "./clicker";
import { expect, test } from "./test";

/** Paid questions of somebody who is signed in and has 20 credits: each within three clicks of the first page, and charged once. */

const CREDITS = 20;

async function openToday(page: Page): Promise<string> {
  const token = await signInAnew(page, CREDITS);
  await page.goto("/");
  return token;
}

const runIn = (block: Locator): Locator => block.getByRole("button", { name: /^Run, / });

async function expectChargedOnce(block: Locator, token: string): Promise<void> {
  await expect(block.getByText("1 credit charged")).toBeVisible();
  await expect(block.getByText(`${CREDITS - 1} credits left`)).toBeVisible();
  expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1, held: 0 });
}

test("what changed this week?", async ({ page, request }) => {
  const token = await openToday(page);
  const click = clicker(page);
  await click(page.getByRole("navigation").getByRole("link", { name: "Changes", exact: true }).first());
  await click(page.getByRole("navigation", { name: "Window" }).getByRole("link", { name: "Last 7 days" }));
  const block = page.getByRole("region", { name: "What changed" });
  // Until the page of that window has come, the block cannot be run: it would ask for the last 24 hours.
  await click(runIn(block));
  await expectChargedOnce(block, token);
  const answer = await request.get("/api/premium/whats-new?days=7", { headers: { Authorization: `Bearer ${token}` } });
  const { summary, pricing, status } = await answer.json();
  expect(summary.total_pricing_changes).toBeGreaterThan(0);
  for (const [title, count] of [
    ["Price changes", `${new Set((pricing.changes as { model_id: string }[]).map(({ model_id: id }) => id)).size} models`],
    ["Added models", summary.new_models],
    ["Removed models", summary.removed_models],
    ["Incidents", summary.incidents],
    ["News", summary.news_articles],
  ]) {
    await expect(block.getByRole("heading", { name: `${title}: ${count}`, exact: true })).toBeVisible();
  }
  interface Change {
    model: string;
    field: string;
    from: number;
    to: number;
    delta_pct: number;
  }
  const largest = (pricing.changes as Change[]).toSorted((a, b) => Math.abs(b.delta_pct) - Math.abs(a.delta_pct)).slice(0, 3);
  for (const { model, from, to } of largest) {
    await expect(block.getByRole("rowheader", { name: model }).first()).toBeVisible();
    const row = block.getByRole("row").filter({ hasText: `${formatPrice(from)} to ${formatPrice(to)}` });
    await expect(row.first()).toContainText(to < from ? "cheaper" : "dearer");
  }
  await expect(block).toContainText(`${status.currently_operational} operational`);
});

test("is CVE-2024-3094 exploited?", async ({ page }) => {
  const token = await openToday(page);
  const click = clicker(page);
  await click(page.getByRole("button", { name: /Search pages/ }));
  await page.getByRole("combobox").fill(" cve-2024-3094");
  await click(page.getByRole("option", { name: /^Open CVE card, 1 credit/ }));
  await expect(page).toHaveURL(/\/security\/CVE-2024-3094$/);
  const block = page.getByRole("region", { name: /^What five sources say/ });
  await click(runIn(block));
  await expectChargedOnce(block, token);
  await expect(block).toContainText("Not listed as exploited");
  await expect(block).toContainText("85.0 % in 30 days, 99th percentile");
  await expect(block).toContainText("4 of 5 sources");
  await expect(block.getByRole("listitem").filter({ hasText: "KEV" }).first()).toContainText("Does not have it");
});

test("what did GPT-5 cost in the last 90 days?", async ({ page, request }) => {
  const token = await openToday(page);
  const click = clicker(page);
  await click(page.getByRole("button", { name: /Search pages/ }));
  await page.getByRole("combobox").fill("gpt-5");
  await click(page.getByRole("option", { name: /^GPT-5\b(?!\.)/ }).first());
  await expect(page).toHaveURL(/\/models\/openai\/gpt-5$/);
  const block = page.getByRole("region", { name: "Prices of 90 days" });
  await click(runIn(block));
  await expectChargedOnce(block, token);
  const [from, to] = [89, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
  const address = `/api/premium/history/pricing/series?model=openai/gpt-5&from=${from}&to=${to}`;
  const { points } = await (await request.get(address, { headers: { Authorization: `Bearer ${token}` } })).json();
  expect(points.length).toBeGreaterThan(80);
  for (const price of new Set((points as { input: number }[]).map(({ input }) => input))) {
    await expect(block).toContainText(formatPrice(price));
  }
});
