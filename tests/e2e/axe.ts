import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { isLong } from "./tier";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

/** A colour on its way from one theme to the other has the contrast of neither. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const animation of document.getAnimations()) animation.finish();
  });

/** Evaluated rather than added as a script element, which the content security policy refuses. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A refresh takes the old title away before the new one has come.
  await page.waitForFunction(() => document.title !== "");
  await endTransitions(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const result = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"] })`)) as AxeResult;
  return result.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}, first ${nodes[0]?.target.join(" ")})`);
}

export const WIDTHS = [1440, 375] as const;

/** Light and wide, dark and narrow: a fault of a theme or of a width shows in one of them. The long tier takes each theme at each width. */
const LOOKS = WIDTHS.flatMap((width) =>
  (["light", "dark"] as const).flatMap((theme) => (isLong || (theme === "light") === (width === WIDTHS[0]) ? [{ theme, width }] : [])),
);

/** Runs axe in both themes and at both widths, or at those given; each finding says where. */
export async function violationsInEveryLook(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const { theme, width } of LOOKS.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    // The header stays, and half covers what is scrolled beneath it.
    await page.evaluate("scrollTo(0, 0)");
    found.push(...(await violationsOf(page)).map((violation) => `${theme} ${width} px: ${violation}`));
  }
  return found;
}
