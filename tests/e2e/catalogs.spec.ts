import type { APIRequestContext, Page } from "@playwright/test";
import { formatCount, formatGpuPrice, formatPrice, formatScore } from "@/lib/domain/pages/format";
import { expect, test } from "./test";

const answerOf = async (request: APIRequestContext, path: string) => (await request.get(path)).json();

const rowOf = (page: Page, name: string) => page.locator("main tbody tr").filter({ has: page.getByRole("rowheader", { name }) });

test("/embeddings filters, orders and prints as the API says", async ({ page, request }) => {
  interface Model {
    name: string;
    pricePer1MTokens: number | null;
    maxInputTokens: number;
    openSource: boolean;
    mtebAvg: number | null;
    mtebVariant: string | null;
  }
  const { models } = (await answerOf(request, "/api/embeddings?type=embedding")) as { models: Model[] };
  await page.goto("/embeddings?type=embedding&sort=score.desc");
  await expect(page.getByRole("heading", { name: `${models.length} models` })).toBeVisible();
  const scored = models
    .filter(({ mtebVariant }) => mtebVariant === "multilingual_v2")
    .toSorted((a, b) => (b.mtebAvg ?? 0) - (a.mtebAvg ?? 0));
  const table = page.getByRole("table", { name: "Table of models" });
  const shown = await table.locator("tbody tr td:nth-child(5)").allInnerTexts();
  expect(shown.slice(0, scored.length)).toEqual(scored.map(({ mtebAvg }) => formatScore(mtebAvg ?? NaN)));
  expect(shown[scored.length], "scores of other task sets are not compared").toBe("–");
  await page.goto("/embeddings?q=openai");
  for (const { name, pricePer1MTokens: price } of models.filter(({ name: text }) => text.startsWith("text-embedding-3"))) {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    await expect(row.locator("td").first()).toContainText(price === null ? "not published" : formatPrice(price));
  }
  await page.goto("/embeddings?open=true");
  const open = ((await answerOf(request, "/api/embeddings")) as { models: Model[] }).models.filter(({ openSource }) => openSource);
  await expect(page.getByRole("heading", { name: `${open.length} models` })).toBeVisible();
});

test("/multimodal never mixes units", async ({ page, request }) => {
  const units = { image: "per image", video: "per second", tts: "per 1,000 characters", stt: "per minute of audio" };
  for (const [modality, unit] of Object.entries(units)) {
    const { models } = await answerOf(request, `/api/multimodal?modality=${modality}`);
    await page.goto(`/multimodal?modality=${modality}`);
    await expect(page.getByRole("heading", { name: `${models.length} models` })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: /^Price/ })).toContainText(unit);
  }
});

test("/vector-dbs and /agents list what the API lists, and count it", async ({ page, request }) => {
  const { databases } = await answerOf(request, "/api/vector-dbs?type=managed");
  await page.goto("/vector-dbs?type=managed");
  await expect(page.locator("main tbody tr")).toHaveCount(databases.length);
  for (const { name, hybridSearch } of databases) await expect(rowOf(page, name)).toContainText(hybridSearch ? "yes" : "no");
  const { agents } = await answerOf(request, "/api/agents/directory?category=coding");
  await page.goto("/agents");
  await page
    .getByRole("navigation", { name: "Category" })
    .getByRole("link", { name: /^Coding/ })
    .click();
  await expect(page.getByRole("heading", { name: `${agents.length} agents` })).toBeVisible();
});

test("a catalog that holds nothing of the kind says so, and what was ignored is named", async ({ page }) => {
  await page.goto("/vector-dbs?q=nothing-is-called-this&sort=banana");
  await expect(page.getByText("None of the databases fits these filters.")).toBeVisible();
  await expect(page.getByText(/sort=banana/)).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL(/\/vector-dbs$/);
});

test("/agents/activity counts the visits of the API, and who cannot be known is said", async ({ page, request }) => {
  const { by_bot: byBot } = (await answerOf(request, "/api/agents/activity")) as { by_bot: Record<string, number> };
  await page.goto("/agents/activity");
  for (const [bot, hits] of Object.entries(byBot).slice(0, 5)) {
    await expect(rowOf(page, bot).last()).toContainText(formatCount(hits));
  }
  await expect(page.getByText(/Any program can call itself by any name/)).toBeVisible();
});

test("/gpus keeps live and list prices in tables of their own; each is the cheapest of the API", async ({ page, request }) => {
  interface Offer {
    gpu_canonical: string;
    on_demand_usd_hr: number | null;
    is_live: boolean;
  }
  const { snapshot } = (await answerOf(request, "/api/gpu/pricing")) as { snapshot: { offers: Offer[] } };
  const cheapest = (gpu: string, isLive: boolean): string => {
    const prices = snapshot.offers.flatMap((offer) =>
      offer.gpu_canonical === gpu && offer.is_live === isLive && offer.on_demand_usd_hr !== null ? [offer.on_demand_usd_hr] : [],
    );
    return prices.length === 0 ? "–" : formatGpuPrice(Math.min(...prices));
  };
  await page.goto("/gpus");
  let rows = 0;
  for (const gpu of ["H100", "H200", "L40S"]) {
    for (const [table, isLive] of [
      ["Table of GPUs", true],
      ["Table of list prices", false],
    ] as const) {
      const row = page.getByRole("table", { name: table }).locator("tbody tr");
      const own = row.filter({ has: page.getByRole("rowheader", { name: gpu, exact: true }) });
      const price = cheapest(gpu, isLive);
      if (price === "–") continue;
      await expect(own.locator("td").first(), `${gpu} in ${table}`).toContainText(price);
      rows++;
    }
  }
  expect(rows).toBeGreaterThan(3);
});

test("/gpus says how old each live price is, and opens by what is offered most", async ({ page }) => {
  await page.goto("/gpus");
  const table = page.getByRole("table", { name: "Table of GPUs" });
  await expect(table.locator("tbody tr td:nth-child(2) time").first()).toHaveText(/ago|just now/);
  const offers = (await table.locator("tbody tr td:nth-child(6)").allTextContents()).map((text) => parseInt(text, 10));
  expect(offers.length).toBeGreaterThan(5);
  expect(offers).toEqual(offers.toSorted((a, b) => b - a));
});

test("/data says of every dataset how old it is, and names sources that fail", async ({ page, request }) => {
  const { datasets } = (await answerOf(request, "/api/freshness")) as {
    datasets: { title: string; captured_at: string | null; stale: boolean }[];
  };
  const { failingSources } = (await answerOf(request, "/api/health")) as { failingSources: { source: string }[] };
  await page.goto("/data");
  const rows = page.getByRole("region", { name: "Table of datasets" }).locator("tbody tr");
  await expect(rows).toHaveCount(datasets.length);
  for (const [index, { title, captured_at: at, stale }] of datasets.entries()) {
    await expect(rows.nth(index)).toContainText(title);
    if (stale) await expect(rows.nth(index)).toContainText(at === null ? /no data yet|never read/ : "stale");
  }
  const { days } = (await answerOf(request, "/api/bulk?limit=1")) as { days: { files: { type: string; url: string }[] }[] };
  const files = days[0]?.files ?? [];
  const taken = page.getByRole("region", { name: "Table of downloads" }).getByRole("link");
  await expect(taken).toHaveCount(files.length);
  const failing = page.getByRole("region", { name: "Sources that fail" }).locator("tbody tr");
  await expect(failing).toHaveCount(failingSources.length);
  for (const [index, { source }] of failingSources.entries()) await expect(failing.nth(index)).toContainText(source);
});

test("/providers counts what each sells and which of its models end within a year, as the API does", async ({ page, request }) => {
  interface Listed {
    status: string;
    blendedPrice: number | null;
  }
  interface End {
    host: string;
    state: string;
    precision: string;
    days_left: number | null;
  }
  const { providers } = (await answerOf(request, "/api/models?include=hosts")) as {
    providers: { id: string; name: string; models: Listed[]; unpriced: Listed[] }[];
  };
  const { retirements } = (await answerOf(request, "/api/models/retirements?within_days=365")) as { retirements: End[] };
  await page.goto("/providers");
  for (const id of ["openai", "anthropic", "groq"]) {
    const { name = "", models = [], unpriced = [] } = providers.find((provider) => provider.id === id) ?? {};
    const sold = [...models, ...unpriced].filter(({ status }) => ["active", "deprecated"].includes(status));
    const prices = sold.flatMap(({ blendedPrice: usd }) => (usd ? [usd] : []));
    const ends = retirements.filter(
      ({ host, state, precision, days_left: left }) => host === id && (left ?? -1) >= 0 && (state !== "active" || precision === "exact"),
    );
    const cells = page
      .locator("main tbody tr")
      .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
      .locator("td");
    await expect(cells.nth(2)).toContainText(formatCount(sold.length));
    await expect(cells.nth(3)).toContainText(formatPrice(Math.min(...prices)));
    await expect(cells.nth(4)).toContainText(ends.length === 0 ? "–" : formatCount(ends.length));
  }
});

test("/security lists what is exploited at once, and the page of a CVE says so before anybody pays", async ({ page, request }) => {
  interface Listed {
    total: number;
    vulnerabilities: { cve_id: string }[];
  }
  const { vulnerabilities } = (await answerOf(request, "/api/security/exploited?limit=20")) as Listed;
  await page.goto("/security?of=all");
  const rows = page.getByRole("table", { name: "Table of exploited vulnerabilities" }).locator("tbody tr");
  await expect(rows).toHaveCount(vulnerabilities.length);
  for (const [index, { cve_id: id }] of vulnerabilities.entries()) await expect(rows.nth(index)).toContainText(id);
  const [first] = vulnerabilities;
  await page.goto(`/security/${first?.cve_id ?? ""}`);
  await expect(page.getByRole("region", { name: "Is it exploited?" })).toContainText("Exploited");
  await page.goto("/security/CVE-2024-3094");
  await expect(page.getByRole("region", { name: "Is it exploited?" })).toContainText("Not listed as exploited by CISA");
});
