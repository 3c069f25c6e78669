import type { Page } from "@playwright/test";
import { violationsInEveryLook, violationsOf } from "./axe";
import { declaredPages } from "./declared-pages";
import { withLibrary } from "./drawing-library";
import { answerToCopiedCurl, expectShownAnswer } from "./json-view";
import { expectFitsNarrowScreens, expectNoSidewaysScroll } from "./narrow";
import { faultsOf } from "./page-faults";
import { expectForcedColours, expectPrintable, expectVisibleStops } from "./page-looks";
import { expectSecurityHeaders, listenForViolations, policyViolations } from "./policy";
import { expect, test } from "./test";
import { isLong } from "./tier";

/** Every declared page: one that is added is covered by its declaration. */

async function expectNoFaults(page: Page, faults: readonly string[], reading: string): Promise<void> {
  expect(await policyViolations(page), reading).toEqual([]);
  expect(faults, reading).toEqual([]);
}

async function lookAround(page: Page): Promise<void> {
  expect(await violationsInEveryLook(page)).toEqual([]);
  await expectFitsNarrowScreens(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await expectVisibleStops(page);
  await expectForcedColours(page);
  await expectPrintable(page);
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Search pages/ }).click();
  await expect(page.getByRole("combobox", { name: "Search pages" })).toBeVisible();
  await page.keyboard.press("Escape");
}

/**
 * Content that React sent for a script to put in its marked place. Next marks one for the title, where
 * it shows nothing.
 */
const waitingForScript = (page: Page): Promise<string[]> =>
  page
    .locator('main template[id^="B:"]')
    .evaluateAll((places) => places.flatMap(({ id }) => document.getElementById(id.replace("B:", "S:"))?.textContent || []));

for (const { address, audience } of declaredPages) {
  test(`${address} is sound in every look, rendered and kept, and as JSON`, async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await listenForViolations(page);
    const faults = faultsOf(page);
    const { result: rendered, library } = await withLibrary(page, () => page.goto(address, { waitUntil: "networkidle" }));
    expect(rendered?.status()).toBe(200);
    expect(library, "what draws charts is loaded when it is needed").toEqual([]);
    expectSecurityHeaders(rendered, "rendered");
    await expect(page.locator("h1")).toHaveCount(1);
    await expectNoFaults(page, faults, "rendered");
    await lookAround(page);

    expectSecurityHeaders(await page.goto(address), "kept");
    await openPalette(page);
    await expectNoFaults(page, faults, "kept");

    const answer = audience === "public" ? await answerToCopiedCurl(page, request) : null;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${address}?view=json`);
    if (isLong || address === "/") expect(await violationsOf(page), "as JSON").toEqual([]);
    await expectNoSidewaysScroll(page, "as JSON");
    if (answer) await expectShownAnswer(page, answer);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const { address } of declaredPages) {
    test(`${address} reads and prints without JavaScript`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(address);
      await expect(page.locator("main h1")).toBeVisible();
      expect(await waitingForScript(page)).toEqual([]);
      await expectPrintable(page);
    });
  }
});
