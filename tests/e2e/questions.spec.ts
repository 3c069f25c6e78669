import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";

/** Each question is answered within three clicks of the first page; typing and choosing from a list are not clicks. */

const MOST_CLICKS = 3;

function clicker(page: Page): (target: Locator) => Promise<void> {
  let clicks = 0;
  return async (target) => {
    expect(++clicks, "clicks").toBeLessThanOrEqual(MOST_CLICKS);
    await target.click();
    await page.waitForLoadState("networkidle");
  };
}

test("is Claude down, and since when?", async ({ page, request }) => {
  const click = clicker(page);
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "Status", exact: true }).first());
  const { incidents } = await (await request.get("/api/incidents")).json();
  const { startedAt } = incidents.find(
    ({ provider, resolvedAt }: { provider: string; resolvedAt: string | null }) => provider === "anthropic" && resolvedAt === null,
  );
  const row = page.locator("main tr, main li").filter({ hasText: "Claude" }).first();
  await expect(row).toContainText(/down/i);
  const since = page
    .locator("main")
    .locator(`time[datetime^="${startedAt.slice(0, 16)}"]`)
    .first();
  await expect(since).toBeVisible();
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
  const context = filters.locator("[name=ctx]");
  if ((await context.evaluate((element) => element.tagName)) === "SELECT") await context.selectOption("200000");
  else await context.fill("200000");
  await filters.locator("select[name=sort]").selectOption("blended.asc");
  await click(filters.getByRole("button", { name: "Apply" }));
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
