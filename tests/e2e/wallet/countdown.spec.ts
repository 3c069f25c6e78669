import type { Page } from "@playwright/test";
import { violationsInEveryLook } from "../axe";
import { atStep, expect, sendButton, step, test, toReview } from "./buying";

const left = (page: Page) => page.getByText(/^The quote ends in \d/);
const spoken = (page: Page) => left(page).getByRole("status");

/** Until so many seconds of the quote are left. */
async function runUntil(page: Page, seconds: number): Promise<void> {
  const [, minutes, rest] = /(\d+):(\d\d)/.exec((await left(page).textContent()) ?? "") ?? [];
  await page.clock.runFor((Number(minutes) * 60 + Number(rest) - seconds) * 1000);
}

test("the quote is counted down, read out at five, two and one minute alone, and refreshed by one click", async ({ page, wallet: _ }) => {
  await page.clock.install();
  await toReview(page);
  for (const [seconds, words] of [
    [400, ""],
    [300, "5 minutes left. A new quote is one click."],
    [200, ""],
    [119, "2 minutes left. A new quote is one click."],
    [90, ""],
    [60, "1 minute left. A new quote is one click."],
  ] as const) {
    await runUntil(page, seconds);
    await expect(spoken(page)).toHaveText(words);
  }
  await expect(step(page)).toContainText("The quote ends in less than two minutes");
  await expect(sendButton(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refresh the quote" })).toBeVisible();
  await runUntil(page, 0);
  await expect(step(page)).toContainText("The quote has ended");
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.getByRole("button", { name: "Get a new quote" }).click();
  await atStep(page, "review");
  await expect(sendButton(page)).toBeVisible();
});
