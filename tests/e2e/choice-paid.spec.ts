import { projectCost } from "@/lib/domain/models/cost-projection";
import { formatCost, formatPrice } from "@/lib/domain/pages/format";
import { signInAnew } from "./account/signed-in";
import { violationsOf } from "./axe";
import { three, THREE } from "./listed-models";
import { expect, test } from "./test";

test("a ranking bought in a session is the API's, with parts that add up, and says why the first is first", async ({ page, request }) => {
  const token = await signInAnew(page, 20);
  await page.goto("/models/route?task=code&budget=10");
  const block = page.getByRole("region", { name: "The ranking" });
  await expect(block).toContainText("which has 20 credits");
  await block.getByRole("button", { name: "Run, 1 credit" }).dblclick();
  await expect(block).toContainText("19 credits left");
  const answer = (await (
    await request.get("/api/premium/routing?task=code&budget=10", { headers: { Authorization: `Bearer ${token}` } })
  ).json()) as { recommendations: { model: { name: string }; composite_score: number; pricing: { blended: number } }[] };
  const ranked = block.locator(".ranked-models > li");
  await expect(ranked).toHaveCount(answer.recommendations.length);
  for (const [index, { model, composite_score: score, pricing }] of answer.recommendations.entries()) {
    await expect(ranked.nth(index)).toContainText(model.name);
    await expect(ranked.nth(index)).toContainText(score.toFixed(3));
    await expect(ranked.nth(index)).toContainText(`${formatPrice(pricing.blended)} blended`);
    expect(pricing.blended).toBeLessThanOrEqual(10);
    const parts = (await ranked.nth(index).getByRole("img").getAttribute("aria-label")) ?? "";
    const sum = [...parts.matchAll(/\d\.\d+/g)].reduce((total, [points]) => total + Number(points), 0);
    expect(sum, parts).toBeCloseTo(score, 2);
  }
  await expect(block).toContainText(`${answer.recommendations[0]?.model.name} is first with`);
  await expect(block).toContainText("placeholder 0.5 for all");
  // The fixed header may cover half of a slider after the click's scrolling. For axe that is a small target.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violationsOf(page)).toEqual([]);
});

test("a comparison bought in a session names the states and news of the providers", async ({ page }) => {
  await signInAnew(page, 20);
  await page.goto(`/models/compare?ids=${THREE.join(",")}`);
  const block = page.getByRole("region", { name: "With states and news, signed" });
  await expect(block).toContainText("which has 20 credits");
  await block.getByRole("button", { name: "Run, 1 credit" }).click();
  await expect(block).toContainText("19 credits left");
  await expect(block.getByRole("region", { name: "Providers of the compared models" }).locator("tbody tr")).toHaveCount(3);
  await expect(block).toContainText("Cheapest, blended");
  expect(await violationsOf(page)).toEqual([]);
});

test("what does my workload cost on three models? Within three clicks of the first page, signed", async ({ page, request }) => {
  await signInAnew(page, 20);
  await page.goto("/");
  let clicks = 0;
  const click = async (name: string, role: "link" | "button", place = page.locator("body")) => {
    expect(++clicks, "clicks").toBeLessThanOrEqual(3);
    await place.getByRole(role, { name, exact: true }).first().click();
  };
  await click("10M in, 2M out: cost", "link");
  await expect(page.getByRole("heading", { level: 1, name: "Cost of a workload" })).toBeVisible();
  await page.getByLabel("Input tokens a day").fill("3M");
  await page.getByLabel("Output tokens a day").fill("600k");
  await page.getByLabel(/models, with commas between$/).fill("gpt-5, claude-opus-4-5, gemini-2.5-pro");
  await click("Show these", "button");
  await expect(page).toHaveURL(/in=3M/);
  const block = page.getByRole("region", { name: "Projection, signed" });
  await expect(page.getByRole("region", { name: "Costs and rates" }).locator("tbody tr")).toHaveCount(3);
  await click("Run, 1 credit", "button", block);
  await expect(block).toContainText("19 credits left");
  for (const { name, inputPrice, outputPrice } of await three(request)) {
    const { monthly_total: monthly } = projectCost(
      { inputTokensPerDay: 3_000_000, outputTokensPerDay: 600_000 },
      inputPrice ?? NaN,
      outputPrice ?? NaN,
    );
    await expect(block.getByRole("row").filter({ hasText: name })).toContainText(formatCost(monthly));
    await expect(page.getByRole("region", { name: "Costs and rates" }).getByRole("row").filter({ hasText: name })).toContainText(
      formatCost(monthly),
    );
  }
});
