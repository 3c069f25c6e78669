import type { APIRequestContext, Locator } from "@playwright/test";
import { formatDay, formatGpuHour, formatPrice, formatScore } from "@/lib/domain/pages/format";
import { chartOn, figureOf } from "./chart-on";
import { expect, test } from "./test";

/** What charts and their tables show is what the API answers. */

interface Scored {
  model: string;
  id: string | null;
  provider: string;
  providerId: string;
  scores: Record<string, number>;
  details: Record<string, { variant: string; kind: string }>;
  status: string | null;
}

const benchmarksOf = async (request: APIRequestContext): Promise<Scored[]> =>
  ((await (await request.get("/api/benchmarks")).json()) as { models: Scored[] }).models;

function mostCommon(models: readonly Scored[], benchmark: string): string {
  const variants = models.flatMap(({ details }) => details[benchmark]?.variant ?? []);
  const count = (variant: string) => variants.filter((other) => other === variant).length;
  return variants.toSorted((a, b) => count(b) - count(a))[0] ?? "";
}

const tableRows = (figure: Locator): Promise<string[][]> =>
  figure
    .locator("details.chart-table tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")));

const numberOf = (text = ""): number => Number(text.replace(/[^\d.]/g, ""));

test("the map shows the API's figures, and its frontier is beaten by nothing that costs as little", async ({ page, request }) => {
  const models = await benchmarksOf(request);
  const common = mostCommon(models, "swe_bench");
  const scoreOf = new Map(
    models
      .filter(({ details }) => details.swe_bench?.variant === common)
      .map(({ model, provider, scores }) => [`${model}, ${provider}`, scores.swe_bench ?? NaN]),
  );
  const { providers } = (await (await request.get("/api/models")).json()) as {
    providers: { models: { name: string; id: string; blendedPrice: number }[] }[];
  };
  const prices = new Set(providers.flatMap((provider) => provider.models.map((model) => formatPrice(model.blendedPrice))));
  await page.goto("/models/map?y=swe_bench");
  const read = await tableRows(figureOf(chartOn(page, "Price against SWE-bench Verified")));
  expect(read.length).toBeGreaterThan(20);
  for (const [name = "", price = "", score = ""] of read) {
    expect(score, name).toBe(formatScore(scoreOf.get(name.replace(", on the frontier", "")) ?? NaN));
    expect(prices, name).toContain(price);
  }
  const plotted = read.map(([name = "", price, score]) => ({ name, price: numberOf(price), score: numberOf(score) }));
  const frontier = plotted.filter(({ name }) => name.endsWith(", on the frontier"));
  for (const member of frontier) {
    expect(plotted.filter(({ price, score }) => price > 0 && price <= member.price && score > member.score)).toEqual([]);
  }
  await expect(page.getByRole("region", { name: "The frontier, cheapest first" }).getByRole("listitem")).toHaveCount(frontier.length);
  const [, shown, all, out] =
    /(\d+) of (\d+) models with a published score are plotted; (\d+) left out/.exec(
      (await page.locator("#left-out").textContent()) ?? "",
    ) ?? [];
  expect(Number(shown)).toBe(read.length);
  expect(Number(all)).toBe(models.length);
  expect(Number(shown) + Number(out)).toBe(Number(all));
  await page.getByRole("link", { name: "Name them" }).click();
  await expect(page.locator("#left-out dd").first()).toBeVisible();
  const named = await page.locator("#left-out dd").evaluateAll((lists) => lists.map((list) => list.textContent ?? ""));
  expect(named.join(", ").split(", ").length).toBeGreaterThanOrEqual(Number(out));
});

test("a maker is added to the map and taken away by a link, and an axis that is chosen is drawn at once", async ({ page }) => {
  await page.goto("/models/map");
  const makers = page.getByRole("group", { name: "Makers" });
  await makers.getByRole("link", { name: /^Anthropic/ }).click();
  await expect(page).toHaveURL(/provider=anthropic$/);
  await makers.getByRole("link", { name: /^OpenAI/ }).click();
  await expect(page).toHaveURL(/provider=anthropic(,|%2C)openai$/);
  await page.locator("main form [name=y]").selectOption("code");
  await page.locator("main form [name=x]").selectOption("output");
  await expect(page).toHaveURL(/y=code/);
  await expect(page).toHaveURL(/provider=anthropic(,|%2C)openai/);
  await expect(page.getByText(/40 % HumanEval/)).toBeVisible();
  const names = await tableRows(figureOf(chartOn(page, "Price against the score for the task code")));
  for (const [name = ""] of names) expect(name).toMatch(/, (Anthropic|OpenAI)/);
  await makers.getByRole("link", { name: "All makers" }).click();
  await expect(page).not.toHaveURL(/provider=/);
});

test("a benchmark's page ranks the API's scores, and says by whose word each is", async ({ page, request }) => {
  const models = await benchmarksOf(request);
  const common = mostCommon(models, "swe_bench");
  const scores = models
    .filter(
      ({ details, status }) =>
        details.swe_bench?.variant === common &&
        details.swe_bench.kind !== "unverified" &&
        !["retired", "rerouted", "unlisted"].includes(status ?? ""),
    )
    .map(({ scores: own }) => own.swe_bench ?? 0)
    .toSorted((a, b) => b - a);
  await page.goto("/benchmarks/swe_bench");
  const read = await page
    .getByRole("table", { name: "Table of models" })
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector("th")?.firstChild?.textContent ?? "",
        cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""),
      })),
    );
  expect(read.length).toBeGreaterThan(10);
  for (const [index, { name, cells }] of read.entries()) {
    const score = scores[index] ?? NaN;
    expect(cells[0]).toBe(String(1 + scores.filter((other) => other > score).length));
    expect(cells[1]?.startsWith(formatScore(score)), `${name}: ${cells[1]}`).toBe(true);
    const kinds = models.filter(({ model }) => model === name).map(({ details }) => details.swe_bench?.kind);
    expect(kinds).toContain(cells[3]?.split(":")[0]);
  }
  await expect(page.locator("main")).toContainText(`leads SWE-bench Verified with ${formatScore(scores[0] ?? NaN)} of 100`);
  const missing = await page.goto("/benchmarks/no-such-test");
  expect(missing?.status()).toBe(404);
});

test("a linked model of the tables has a page, also where its maker sells it under another name", async ({ page, request }) => {
  const links: string[] = [];
  for (const address of ["/benchmarks?q=nova", "/benchmarks?q=phi-4", "/benchmarks/swe_bench"]) {
    await page.goto(address);
    links.push(
      ...(await page.locator("main tbody th a").evaluateAll((all) => all.slice(0, 3).map((link) => link.getAttribute("href") ?? ""))),
    );
  }
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test("the bar of a score follows the score; an estimate has a bar of another look, and what is not known has none", async ({ page }) => {
  await page.goto("/benchmarks?sort=mmlu_pro.desc");
  const cells = await page.locator("main tbody tr td:nth-child(4)").evaluateAll((all) =>
    all.map((cell) => {
      const { style } = cell as HTMLElement;
      const at = style.getPropertyValue("--at");
      return { at: at === "" ? null : Number(at), isEstimate: style.getPropertyValue("--about") !== "", text: cell.textContent ?? "" };
    }),
  );
  const measured = cells.filter(({ at, isEstimate }) => at !== null && !isEstimate);
  expect(measured.length).toBeGreaterThan(20);
  expect(measured.map(({ at }) => at)).toEqual(measured.map(({ at }) => at ?? 0).toSorted((a, b) => b - a));
  for (const { at, isEstimate, text } of cells) {
    expect(isEstimate, text).toBe(text.includes("≈"));
    expect(at !== null, text).toBe(text !== "–" && !text.includes("other task set"));
  }
});

test("the course of a GPU's price is the API's, day by day, with gaps where no day was captured", async ({ page, request }) => {
  const { points } = (await (await request.get("/api/gpu/pricing/series?gpu=H100")).json()) as {
    points: { date: string; cheapest_on_demand_usd_hr: number | null; cheapest_spot_usd_hr: number | null }[];
  };
  const known = points.filter((point) => point.cheapest_on_demand_usd_hr !== null || point.cheapest_spot_usd_hr !== null);
  await page.goto("/gpus?gpu=H100");
  const read = await tableRows(figureOf(chartOn(page, "H100, cheapest by day")));
  const shown = (usd: number | null) => (usd === null ? "–" : formatGpuHour(usd));
  expect(read.map(([day, onDemand, , spot]) => [day, onDemand, spot])).toEqual(
    known.map((point) => [formatDay(point.date), shown(point.cheapest_on_demand_usd_hr), shown(point.cheapest_spot_usd_hr)]),
  );
  await expect(chartOn(page, "H100, cheapest by day")).toHaveAttribute("aria-valuemax", String(points.length));
});

test("price against MTEB has the catalog's figures", async ({ page, request }) => {
  const { models } = (await (await request.get("/api/embeddings")).json()) as {
    models: { name: string; provider: string; mtebAvg: number | null; mtebVariant: string | null }[];
  };
  await page.goto("/embeddings");
  const read = await tableRows(figureOf(chartOn(page, "Price against MTEB mean")));
  expect(read.length).toBeGreaterThan(3);
  for (const [name = "", , score] of read) {
    const own = models.filter((model) => name.startsWith(`${model.name}, ${model.provider}`) && model.mtebVariant === "multilingual_v2");
    expect(
      own.map(({ mtebAvg }) => formatScore(mtebAvg ?? NaN)),
      name,
    ).toContain(score);
  }
});
