import type { Locator, Page } from "@playwright/test";
import { formatGpuPrice, formatPrice } from "@/lib/domain/pages/format";
import { spelledId } from "@/lib/domain/models/names/spelled-id";
import { mintToken } from "./mint-token";
import { listed } from "./models-page";
import { expect, test } from "./test";

/** Twelve questions of somebody who has never been here. What they typed or chose counts like a click. */
const MOST_STEPS = 2;

function reader(page: Page) {
  let steps = 0;
  const step = async (act: () => Promise<unknown>): Promise<void> => {
    expect(++steps, "steps").toBeLessThanOrEqual(MOST_STEPS);
    await act();
    await page.waitForLoadState("networkidle");
  };
  const follow = (link: Locator): Promise<void> =>
    step(async () => {
      await link.click();
      await page.waitForURL(({ pathname }) => pathname !== "/");
    });
  const navigation = (name?: string) => page.getByRole("navigation", name === undefined ? {} : { name });
  return {
    step,
    ask: (label: string | RegExp) => follow(navigation("What people ask").getByRole("link", { name: label })),
    buy: () => follow(page.getByRole("contentinfo").getByRole("link", { name: "Buy credits" })),
    open: (label: string) => follow(navigation().getByRole("link", { name: label, exact: true }).first()),
  };
}

test.beforeEach(async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
});

test("which is the cheapest model with tools, 200K of context and a price under $1?", async ({ page, request }) => {
  await reader(page).ask("Cheapest with tools, 200K, under $1");
  const fitting = await listed(request, "?capability=tool-use&min_context=200000&max_price=1");
  const paid = fitting.filter(({ blendedPrice }) => (blendedPrice ?? 0) > 0);
  const least = Math.min(...paid.map(({ blendedPrice }) => blendedPrice ?? Infinity));
  const names = paid.filter(({ blendedPrice }) => blendedPrice === least).map(({ name }) => name);
  const row = page.locator("main tbody tr").first();
  expect(names).toContain((await row.locator("th").innerText()).split("\n")[0]);
  await expect(row).toContainText(formatPrice(least));
});

test("which is the best model for code under $2?", async ({ page, request }) => {
  await reader(page).ask("Best for code under $2");
  const { recommendation } = await (await request.get("/api/preview/routing?task=code&budget=2")).json();
  const best = page.getByRole("region", { name: "The best for each task now" }).getByRole("listitem");
  await expect(best.filter({ has: page.getByRole("link", { name: "Code", exact: true }) })).toContainText(recommendation.model);
  await expect(page.getByRole("link", { name: "Up to $2.00", exact: true })).toHaveAttribute("aria-current", "true");
});

test("is Anthropic down, and was it last week?", async ({ page, request }) => {
  const { step, open } = reader(page);
  await open("Status");
  const { services } = await (await request.get("/api/status")).json();
  const { name, status } = services.find(({ provider }: { provider: string }) => provider === "anthropic");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row).toContainText(new RegExp(status, "i"));
  await step(() => row.getByRole("rowheader").getByRole("link").click());
  const { incidents } = await (await request.get("/api/incidents?provider=anthropic")).json();
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const ofWeek = (incidents as { title: string; startedAt: string }[]).filter(({ startedAt }) => startedAt > weekAgo);
  expect(ofWeek.length).toBeGreaterThan(0);
  const shown = page.getByRole("region", { name: "Incidents", exact: true }).getByRole("listitem");
  for (const [place, { title }] of ofWeek.entries()) await expect(shown.nth(place)).toContainText(title);
});

test("what changed this week?", async ({ page, request }) => {
  await reader(page).ask("Changed this week");
  await expect(page).toHaveURL(/days=7/);
  const { incidents } = await (await request.get("/api/incidents?limit=1")).json();
  await expect(page.locator("main")).toContainText(incidents[0].title);
  const { movers } = await (await request.get("/api/models/movers?days=30&limit=1")).json();
  await expect(page.locator("main")).toContainText(movers[0].model);
});

test("what retires this year?", async ({ page, request }) => {
  await reader(page).open("Retirements");
  const { today, retirements } = await (await request.get("/api/models/retirements")).json();
  const year = String(today).slice(0, 4);
  const ends = (retirements as { model: string; name: string | null; retires_on: string | null; days_left: number }[]).filter(
    ({ retires_on: day, days_left: left }) => day?.startsWith(year) && left >= 0,
  );
  expect(ends.length).toBeGreaterThan(0);
  const text = await page.locator("main").innerText();
  const unnamed = ends.filter(({ model, name }) => ![model, name ?? model, spelledId(model)].some((one) => text.includes(one)));
  expect(unnamed).toEqual([]);
});

test("what do 10M tokens in and 2M out cost on three models?", async ({ page, request }) => {
  await reader(page).ask("10M in, 2M out: cost");
  const models = await listed(request);
  const rows = page.getByRole("region", { name: "What it costs" }).locator("tbody tr");
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) {
    const href = decodeURIComponent((await row.getByRole("link").first().getAttribute("href")) ?? "");
    const model = models.find(({ provider, id }) => href === `/models/${provider}/${id}`);
    await expect(row).toContainText(formatPrice(10 * (model?.inputPrice ?? NaN) + 2 * (model?.outputPrice ?? NaN)));
  }
});

test("how do two models compare?", async ({ page, request }) => {
  await reader(page).ask(/ or .*\?$/);
  const ids = (new URL(page.url()).searchParams.get("ids") ?? "").split(",");
  expect(ids).toHaveLength(2);
  const models = await listed(request);
  for (const id of ids) {
    const model = models.find(({ provider, id: own }) => id === `${provider}/${own}`);
    const main = page.locator("main");
    await expect(main.getByRole("link", { name: model?.name ?? "none", exact: true }).first()).toBeVisible();
    await expect(main.getByRole("row", { name: /^Input \$/ })).toContainText(formatPrice(model?.inputPrice ?? NaN));
  }
});

test("where is an H100 cheapest?", async ({ page, request }) => {
  await reader(page).ask("Cheapest H100");
  const { results } = await (await request.get("/api/gpu/pricing/cheapest?gpu=H100")).json();
  const first = page.getByRole("region", { name: "Offers of H100" }).locator("tbody tr").first();
  await expect(first).toContainText(formatGpuPrice(results[0].usd_hr));
});

interface Priced {
  method: string;
  path: string;
  credits: number;
}

const creditsOf = (meta: { endpoints: Priced[] }, method: string, path: string): number =>
  meta.endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path)?.credits ?? NaN;

test("what is known of a CVE, and what does asking cost?", async ({ page, request }) => {
  const { step, open } = reader(page);
  await open("Security");
  const field = page.getByLabel("CVE id");
  await step(async () => {
    await field.fill("CVE-2024-3094");
    await field.press("Enter");
    await page.waitForURL(/\/security\/CVE-2024-3094$/);
  });
  const credits = creditsOf(await (await request.get("/api/meta")).json(), "GET", "/api/premium/security/verified/{cve_id}");
  await expect(page.getByRole("button", { name: new RegExp(`${credits} credit`) }).first()).toBeVisible();
});

test("is this receipt genuine?", async ({ page, request }) => {
  const paid = await request.get("/api/premium/routing?task=code&top_n=1", { headers: { Authorization: `Bearer ${await mintToken(1)}` } });
  const answer = await paid.json();
  const { step, ask } = reader(page);
  await ask("Verify a receipt");
  await step(() => page.getByLabel("Receipt, a whole paid answer, or a link to a receipt").fill(JSON.stringify(answer)));
  await expect(page.getByText("Genuine: this service signed exactly this receipt.")).toBeVisible();
  await expect(page.getByRole("region", { name: "What the receipt says" })).toContainText(answer.receipt.id);
});

test("how are credits bought, and for how much?", async ({ page, request }) => {
  await reader(page).buy();
  const { enabled, reason, wallet, pricing } = await (await request.get("/api/payment/info")).json();
  const main = page.locator("main");
  await expect(main).toContainText(enabled ? wallet.address : reason);
  const prices = page.getByRole("region", { name: "What credits cost" });
  for (const { credits } of pricing.volume_bundles) await expect(prices).toContainText(Number(credits).toLocaleString("en-US"));
});

test("how does a watch write to Slack?", async ({ page, request }) => {
  const { step, ask } = reader(page);
  await ask("A watch in Slack");
  await expect(page.getByRole("heading", { name: "Messages in Slack, Discord and Teams" })).toBeInViewport();
  const credits = creditsOf(await (await request.get("/api/meta")).json(), "POST", "/api/premium/watches");
  await expect(page.locator("main")).toContainText(`Registering one costs ${credits} credit`);
  await step(() => page.getByRole("link", { name: "The form", exact: true }).click());
  // A stranger signs in first, and is led on to the form.
  await expect(page).toHaveURL(/\/account\?next=%2Faccount%2Fwatches%2Fnew|\/account\?next=\/account\/watches\/new/);
});
