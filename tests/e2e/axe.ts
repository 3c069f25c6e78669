import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

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
  await endTransitions(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const result = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"] })`)) as AxeResult;
  return result.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}, first ${nodes[0]?.target.join(" ")})`);
}

export const THEMES = ["light", "dark"] as const;
export const WIDTHS = [1440, 375] as const;

/** Runs axe in both themes at both widths; each finding says where. */
export async function violationsInEveryLook(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      found.push(...(await violationsOf(page)).map((violation) => `${theme} ${width} px: ${violation}`));
    }
  }
  return found;
}
