import type { Page } from "@playwright/test";
import { expect, test } from "./test";

/** What comparing and costs say before anything is typed, and at once when something is. */

const table = (page: Page) => page.getByRole("region", { name: "Models side by side" }).getByRole("table");
const rowOf = (page: Page, name: RegExp) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });

test.describe("without a name", () => {
  test.use({ javaScriptEnabled: false });

  test("two models are compared already, who leads is said first, and what is the same stands folded", async ({ page }) => {
    await page.goto("/models/compare");
    await expect(table(page).locator("thead th")).toHaveCount(2);
    const leads = page.getByLabel("Who leads");
    for (const label of ["Cheapest", "Ablest", "Longest context"]) await expect(leads.getByText(label)).toBeVisible();
    const call = rowOf(page, /^A typical call/).locator("td");
    await expect(call).toHaveCount(2);
    await expect(
      rowOf(page, /^Capability/)
        .locator("td")
        .first(),
    ).toContainText(/\d to \d/);
    await expect(rowOf(page, /^Text$/)).toHaveCount(0);
    await page.getByText(/rows in which they are the same$/).click();
    await expect(
      page.getByRole("region", { name: "What is the same in all" }).getByRole("rowheader", { name: "Text", exact: true }),
    ).toBeVisible();
  });

  test("three models cost something at once, on 10M tokens in and 2M out a day", async ({ page }) => {
    await page.goto("/models/cost");
    await expect(page.getByLabel("Output tokens a day")).toHaveValue("2M");
    await expect(page.getByRole("figure", { name: /^Cost of the workload/ }).getByRole("listitem")).toHaveCount(3);
    await expect(page.getByText(/a month on .+, the cheapest of 3$/)).toBeVisible();
  });
});

test("other tokens cost something else at once, without a button", async ({ page }) => {
  await page.goto("/models/cost?ids=gpt-5,gpt-5-mini", { waitUntil: "networkidle" });
  await page.getByLabel("Input tokens a day").fill("20M");
  await expect(page).toHaveURL(/in=20M/);
  await page.getByLabel("Total for").selectOption("yearly");
  await expect(page.getByText(/a year on/)).toBeVisible();
  await page.getByLabel(/models, with commas between$/).fill("claude opus");
  await page.waitForTimeout(600);
  await expect(page).not.toHaveURL(/claude/);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("region", { name: "Costs and rates" }).locator("tbody tr")).toHaveCount(3);
});
