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
  [
    "form",
    async (page: Page) => {
      await page.getByLabel("What it is for").selectOption("reasoning");
      await page.getByRole("button", { name: "Apply" }).click();
    },
  ],
  ["link", (page: Page) => page.getByRole("link", { name: "Write them so" }).click()],
] as const) {
  test(`a question that costs credits waits for the page that a ${kind} leads to`, async ({ page }) => {
    await page.goto("/models/route?task=code&wq=0.2&wa=0.2&wc=0.2&wl=0.2");
    const run = page.getByRole("region", { name: "The ranking" }).getByRole("button", { name: "Run, 1 credit" });
    await expect(run).toBeEnabled();
    const letGo = await holdBack(page, kind === "form" ? "task=reasoning" : "wq=0.25");
    await leave(page);
    await expect(run).toBeDisabled();
    letGo();
    await expect(run).toBeEnabled();
    await expect(page).toHaveURL(kind === "form" ? /task=reasoning/ : /wq=0\.25/);
  });
}
