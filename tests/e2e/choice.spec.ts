import type { Page } from "@playwright/test";
import { bestInRow } from "@/lib/domain/models/best-in-row";
import { projectCost, rankByMonth } from "@/lib/domain/models/cost-projection";
import { formatCost, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import { withoutTables } from "./breakage";
import { listed, three, THREE } from "./listed-models";
import { expect, test } from "./test";

const table = (page: Page) => page.getByRole("region", { name: "Models side by side" }).getByRole("table");
const rowOf = (page: Page, name: string | RegExp) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });
const columns = (page: Page) => table(page).locator("thead th > a, thead th:not(:has(> a:not(.closest)))");

test.describe("comparing without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the API's prices, limits and scores, and marks the best of each row", async ({ page, request }) => {
    const models = await three(request);
    await page.goto(`/models/compare?ids=${THREE.join(",")}`);
    const checks = [
      ["Input", models.map(({ inputPrice }) => inputPrice), formatPrice, "lower"],
      ["Output", models.map(({ outputPrice }) => outputPrice), formatPrice, "lower"],
      ["Context", models.map(({ contextWindow }) => contextWindow), formatTokens, "higher"],
    ] as const;
    for (const [label, values, format, better] of checks) {
      const marks = bestInRow(values, better);
      const cells = rowOf(page, new RegExp(`^${label}$`)).locator("td");
      await expect(cells).toHaveCount(3);
      for (const [index, value] of values.entries()) {
        await expect(cells.nth(index)).toContainText(value === null ? "not " : format(value));
        await expect(cells.nth(index).locator("em")).toHaveText(marks[index] === null ? [] : [marks[index] ?? ""]);
      }
    }
    const { models: scored } = (await (await request.get("/api/benchmarks")).json()) as {
      models: {
        providerId: string;
        id: string;
        scores: Record<string, number>;
        details: Record<string, { kind: string; variant: string }>;
      }[];
    };
    const cells = rowOf(page, /^SWE-bench/).locator("td");
    for (const [index, key] of THREE.entries()) {
      const entry = scored.find(({ providerId, id }) => `${providerId}/${id}` === key);
      const score = entry?.scores.swe_bench;
      await expect(cells.nth(index)).toContainText(score === undefined ? "not reported" : formatScore(score));
      if (score !== undefined) await expect(cells.nth(index)).toContainText(entry?.details.swe_bench?.kind ?? "nobody");
    }
  });

  test("a score on another task set is named so, and is never the best", async ({ page }) => {
    await page.goto(`/models/compare?ids=${THREE.join(",")}`);
    const other = table(page).locator("td").filter({ hasText: "other task set" });
    expect(await other.count()).toBeGreaterThan(0);
    await expect(other.locator("em")).toHaveCount(0);
  });

  test("columns are moved, removed and added by links and a form, and the address holds them", async ({ page }) => {
    await page.goto(`/models/compare?ids=${THREE.join(",")}`);
    await page.getByRole("link", { name: "Move GPT-5 right" }).click();
    await expect(page).toHaveURL(/ids=anthropic\/claude-opus-4-5,openai\/gpt-5,google\/gemini-2\.5-pro/);
    await expect(columns(page).first()).toContainText("Claude Opus 4.5");
    await page.getByRole("link", { name: /^Remove Gemini/ }).click();
    await expect(columns(page)).toHaveCount(2);
    await page.getByLabel("Add a model, by name or id").fill("gpt-5-mini");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(columns(page)).toHaveCount(3);
    await expect(columns(page).last()).toContainText(/GPT-5 mini/i);
  });

  test("reads names by their parts, and says which release the name of a family was taken for", async ({ page }) => {
    await page.goto("/models/compare?ids=gpt5,4.5 opus,sonnet");
    const columns = page.getByRole("columnheader");
    await expect(columns.filter({ hasText: "GPT-5" }).first()).toBeVisible();
    await expect(columns.filter({ hasText: "Opus 4.5" }).first()).toBeVisible();
    await expect(page.getByText(/^"sonnet" names a family: Claude Sonnet .+ is its newest active release\.$/)).toBeVisible();
  });

  test("a name that nothing has is a column that offers the closest ones, and more than five are named", async ({ page }) => {
    await page.goto("/models/compare?ids=gpt-5,gpt-5-nanoo");
    const head = table(page).locator("thead th").last();
    await expect(head).toContainText("not found: gpt-5-nanoo");
    await head
      .getByRole("link", { name: /gpt-5 nano/i })
      .first()
      .click();
    await expect(page.getByText("not found")).toHaveCount(0);
    await page.goto("/models/compare?ids=gpt-5,gpt-5-mini,gpt-5-nano,claude-opus-4-5,gemini-2.5-pro,gpt-4o");
    await expect(columns(page)).toHaveCount(5);
    await expect(page.getByRole("status").filter({ hasText: "gpt-4o" })).toContainText("at most 5 models");
  });

  test("models ticked in the list are compared; the page of a model leads there too", async ({ page }) => {
    await page.goto("/models?provider=anthropic");
    const boxes = page.getByRole("checkbox", { name: /^Compare / });
    const names = [await boxes.nth(0).getAttribute("aria-label"), await boxes.nth(1).getAttribute("aria-label")];
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page).toHaveURL(/\/models\/compare\?/);
    for (const [index, name] of names.entries()) await expect(columns(page).nth(index)).toContainText((name ?? "").replace("Compare ", ""));
    await page.goto("/models/openai/gpt-5");
    await page.getByRole("link", { name: "Compare with…" }).click();
    await expect(columns(page)).toHaveCount(1);
  });
});

test("states that cannot be read are a failure of their own: prices and scores stand", async ({ page }) => {
  await withoutTables(["status_services"], async () => {
    await page.goto(`/models/compare?ids=${THREE.join(",")}`);
    await expect(
      page
        .locator("main")
        .getByText(/req_[0-9a-f]{16}/)
        .first(),
    ).toBeVisible();
    await expect(
      rowOf(page, /^Input$/)
        .locator("td")
        .first(),
    ).toContainText("$");
    expect(
      await rowOf(page, /^SWE-bench/)
        .locator("td")
        .count(),
    ).toBe(3);
    await expect(rowOf(page, /^State$/)).toHaveCount(0);
  });
});

test.describe("the cost of a workload without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("is what the API's prices make of it, the cheapest first, for every span", async ({ page, request }) => {
    const models = await three(request);
    await page.goto("/models/cost");
    await page.getByLabel("Input tokens a day").fill("2.5M");
    await page.getByLabel("Output tokens a day").fill("400k");
    await page.getByLabel(/models, with commas between$/).fill("gpt-5, claude-opus-4-5, gemini-2.5-pro");
    await page.getByRole("button", { name: "Calculate" }).click();
    const workload = { inputTokensPerDay: 2_500_000, outputTokensPerDay: 400_000 };
    const costs = rankByMonth(
      models.map(({ key, name, inputPrice, outputPrice }) => {
        const cost = projectCost(workload, inputPrice ?? NaN, outputPrice ?? NaN);
        return { key, name, providerId: "", cost, monthlyTotal: cost.monthly_total };
      }),
    );
    const rows = page.getByRole("region", { name: "Costs and rates" }).locator("tbody tr");
    await expect(rows).toHaveCount(3);
    for (const [index, { name, cost }] of costs.entries()) {
      await expect(rows.nth(index).getByRole("rowheader")).toContainText(name);
      const shown = await rows.nth(index).locator("td").allInnerTexts();
      expect(shown.slice(0, 4)).toEqual([cost.daily.total, cost.weekly_total, cost.monthly_total, cost.yearly_total].map(formatCost));
      expect(shown[4], "rates as of").toMatch(/\d{4}/);
    }
    await expect(page.getByText(`${formatCost(costs[0]?.cost.monthly_total ?? NaN)} a month on`)).toBeVisible();
    await page.getByRole("checkbox", { name: costs[2]?.name ?? "", exact: true }).uncheck();
    await page.getByLabel("Total for").selectOption("yearly");
    await page.getByRole("button", { name: "Calculate" }).click();
    await expect(rows).toHaveCount(2);
    await expect(page.getByText(`${formatCost(costs[0]?.cost.yearly_total ?? NaN)} a year on`)).toBeVisible();
  });

  test("of input from the cache costs its price, and the sum is printed", async ({ page, request }) => {
    const [gpt] = await three(request);
    const [input, cached] = [gpt?.inputPrice ?? NaN, gpt?.cachedInputPrice ?? NaN];
    await page.goto("/models/cost?ids=gpt-5&in=1M&out=0&cached=50&horizon=daily");
    await expect(page.getByText(`${formatCost((input + cached) / 2)} a day on`)).toBeVisible();
    await expect(page.getByText(/÷ 1,000,000 × 1 day = \$/)).toBeVisible();
  });

  test("that is not known is said to be so, never 0, and unknown names offer the closest", async ({ page, request }) => {
    const unpriced = (await listed(request)).find(({ inputPrice, freeListing }) => inputPrice === null && !freeListing);
    const free = (await listed(request)).find(({ freeListing }) => freeListing);
    await page.goto(`/models/cost?ids=${[unpriced?.key, free?.key, "gpt-5-nanoo"].flatMap((key) => key ?? []).join(",")}`);
    await expect(page.getByText("None of these models has a published price")).toBeVisible();
    await expect(page.getByText("No model is called gpt-5-nanoo")).toBeVisible();
    const rows = page.getByRole("region", { name: "Costs and rates" }).locator("tbody tr");
    for (const [name, why] of [
      [unpriced?.name, "price not published"],
      [free?.name, "given away here"],
    ] as const) {
      if (name === undefined) continue;
      await expect(rows.filter({ hasText: name }).first()).toContainText(why);
      await expect(rows.filter({ hasText: name }).first()).not.toContainText("$0");
    }
    await expect(page.getByRole("button", { name: /^Run,/ })).toHaveCount(0);
  });

  test("takes no number that it cannot read, and says which", async ({ page }) => {
    await page.goto("/models/cost?in=many&cached=300");
    await expect(page.getByRole("status").filter({ hasText: "in=many" })).toContainText("cached=300");
    await expect(page.getByLabel("Input tokens a day")).toHaveValue("10M");
  });
});

test("x ticks the row that has the focus, and the button leads to the comparison", async ({ page }) => {
  await page.goto("/models?provider=openai", { waitUntil: "networkidle" });
  const boxes = page.getByRole("checkbox", { name: /^Compare / });
  await page.getByLabel("Search").first().focus();
  await page.keyboard.press("x");
  // In a field it is a letter, by which the list is searched at once.
  await expect(page).toHaveURL(/q=x/);
  await expect(page.getByRole("checkbox", { name: /^Compare /, checked: true })).toHaveCount(0);
  await page.goto("/models?provider=openai", { waitUntil: "networkidle" });
  for (const row of [0, 2]) {
    await page.locator("main tbody tr").nth(row).getByRole("link").first().focus();
    await page.keyboard.press("x");
    await expect(boxes.nth(row)).toBeChecked();
  }
  await expect(boxes.nth(1)).not.toBeChecked();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/\/models\/compare\?/);
  await expect(columns(page)).toHaveCount(2);
});

test("the field of models offers them only once it has the focus", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/palette.json") && asked.push(request.url())));
  await page.goto("/models/compare", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.getByLabel("Your own models, with commas between").focus();
  await expect(page.locator('datalist option[value="openai/gpt-5"]')).toBeAttached();
});
