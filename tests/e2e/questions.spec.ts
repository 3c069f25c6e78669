import { formatGpuPrice, formatScore } from "@/lib/domain/pages/format";
import { clicker } from "./clicker";
import { expect, test } from "./test";

test("is Claude down, and since when?", async ({ page, request }) => {
  await page.goto("/");
  const { incidents } = await (await request.get("/api/incidents?open=true")).json();
  const { startedAt } = incidents.find(({ provider }: { provider: string }) => provider === "anthropic");
  const service = page.getByRole("region", { name: "Services now" }).getByRole("listitem").filter({ hasText: "Claude" });
  await expect(service).toContainText(/down/i);
  await expect(service.locator("time")).toHaveAttribute("datetime", startedAt);
});

interface Model {
  id: string;
  name: string;
  inputPrice: number;
  outputPrice: number;
  blendedPrice: number;
}

test("what is the cheapest model with vision and a context of over 200k tokens?", async ({ page, request }) => {
  const click = clicker(page);
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "Models", exact: true }).first());
  const filters = page.locator("main form").first();
  await filters.locator("[name=cap]").selectOption("vision");
  await filters.locator("[name=ctx]").selectOption("200000");
  await expect(page).toHaveURL(/cap=vision.*ctx=200000/);
  await click(page.getByRole("link", { name: "Cheapest", exact: true }));
  await expect(page).toHaveURL(/sort=blended\.asc/);
  const { providers } = await (await request.get("/api/models?capability=vision&min_context=200000")).json();
  const prices = (providers as { models: Model[] }[])
    .flatMap(({ models }) => models)
    .map(({ blendedPrice }) => blendedPrice)
    // What is given away stands last: its price says nothing of what it costs.
    .filter((price) => price > 0);
  const cheapest = (providers as { models: Model[] }[])
    .flatMap(({ models }) => models)
    .filter(({ blendedPrice }) => blendedPrice === Math.min(...prices))
    .map(({ name }) => name);
  const first = (await page.locator("main tbody tr").first().locator("th").innerText()).split("\n")[0];
  expect(cheapest).toContain(first);
});

test("what did GPT-5 cost last week, and who says so?", async ({ page, request }) => {
  const click = clicker(page);
  await page.goto("/");
  await click(page.getByRole("button", { name: /Search pages/ }));
  await page.getByRole("combobox").fill("gpt-5");
  await click(page.getByRole("option", { name: /^GPT-5\b(?!\.)/ }).first());
  await expect(page).toHaveURL(/\/models\/openai\/gpt-5$/);
  const { points } = await (await request.get("/api/history/pricing/series?model=openai/gpt-5")).json();
  const { providers } = await (await request.get("/api/models?provider=openai")).json();
  const { source } = (providers[0].models as (Model & { source: string })[]).find(({ id }) => id === "gpt-5") ?? { source: "none" };
  const shown = page.locator("main");
  await expect(shown).toContainText(`$${points[0].input}`);
  await expect(shown).toContainText(source);
});

test("where is an H100 cheapest now?", async ({ page, request }) => {
  const click = clicker(page);
  const { results } = await (await request.get("/api/gpu/pricing/cheapest?gpu=H100")).json();
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "GPUs", exact: true }).first());
  await click(page.getByRole("rowheader", { name: "H100", exact: true }).first().getByRole("link"));
  const first = page.getByRole("region", { name: "Offers of H100" }).locator("tbody tr").first();
  await expect(first).toContainText(formatGpuPrice(results[0].usd_hr));
  await expect(first.getByRole("link")).toHaveAttribute("href", /^https:/);
});

test("which model leads SWE-bench, and by whose word?", async ({ page, request }) => {
  const click = clicker(page);
  const { models } = await (await request.get("/api/benchmarks")).json();
  interface Scored {
    model: string;
    scores: Record<string, number>;
    details: Record<string, { kind: string; variant: string }>;
  }
  // A score that nobody verified leads nothing.
  const [leader] = (models as Scored[])
    .filter(({ details }) => details.swe_bench?.variant === "SWE-bench Verified" && details.swe_bench.kind !== "unverified")
    .toSorted((a, b) => (b.scores.swe_bench ?? 0) - (a.scores.swe_bench ?? 0));
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "Benchmarks", exact: true }).first());
  await click(page.locator("main thead").getByRole("link", { name: "SWE-bench Verified" }));
  const row = page.locator("main tbody tr").first();
  await expect(row.getByRole("rowheader")).toContainText(leader?.model ?? "nobody");
  const score = row.locator("td").filter({ hasText: formatScore(leader?.scores.swe_bench ?? NaN) });
  await expect(score).toContainText(leader?.details.swe_bench?.kind ?? "nobody");
});

test("which model is the ablest?", async ({ page, request }) => {
  const click = clicker(page);
  const { models } = await (await request.get("/api/capability?ranked=true")).json();
  const { models: scored } = await (await request.get("/api/benchmarks")).json();
  const names = new Set((scored as { model: string }[]).map(({ model }) => model));
  const ranked = (models as { model: string; ability: number }[]).filter(({ model }) => names.has(model));
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "Benchmarks", exact: true }).first());
  const rows = page.locator("main tbody tr");
  for (const [place, { model, ability }] of ranked.slice(0, 3).entries()) {
    await expect(rows.nth(place).getByRole("rowheader")).toContainText(model);
    await expect(rows.nth(place).locator("td").first()).toHaveText(formatScore(ability));
    await expect(rows.nth(place).locator("td").first()).toHaveAttribute("style", /--low: ?[\d.]+; ?--high: ?[\d.]+/);
  }
});
