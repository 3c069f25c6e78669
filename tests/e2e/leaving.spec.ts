import type { Page } from "@playwright/test";
import { expect, test } from "./test";

/** Holds back requests whose address has this part, until the returned function is called. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(
    (url) => url.search.includes(part),
    async (route) => {
      await isLetGo;
      await route.continue();
    },
  );
  return () => letGo();
}

for (const [kind, leave] of [
  ["choice", (page: Page) => page.getByLabel("What it is for").selectOption("reasoning")],
  ["link", (page: Page) => page.getByRole("link", { name: "Up to $0.50" }).click()],
] as const) {
  test(`a question that costs credits waits for the page that a ${kind} leads to`, async ({ page }) => {
    await page.goto("/models/route?task=code&wq=0.2&wa=0.2&wc=0.2&wl=0.2");
    const run = page.getByRole("region", { name: "The ranking" }).getByRole("button", { name: "Run, 1 credit" });
    await expect(run).toBeEnabled();
    const letGo = await holdBack(page, kind === "choice" ? "task=reasoning" : "budget=0.5");
    await leave(page);
    await expect(run).toBeDisabled();
    letGo();
    await expect(run).toBeEnabled();
    await expect(page).toHaveURL(kind === "choice" ? /task=reasoning/ : /budget=0\.5/);
  });
}

test("a question that costs credits waits from the first letter on, while the form may still be typed in", async ({ page }) => {
  await page.goto("/models/route?task=code", { waitUntil: "networkidle" });
  const run = page.getByRole("region", { name: "The ranking" }).getByRole("button", { name: "Run, 1 credit" });
  await expect(run).toBeEnabled();
  const letGo = await holdBack(page, "budget=7");
  await page.getByLabel("Blended price at most, $ per 1M").fill("7");
  expect(await run.isDisabled(), "before the page is asked for").toBe(true);
  letGo();
  await expect(run).toBeEnabled();
  await expect(page).toHaveURL(/budget=7/);
});
