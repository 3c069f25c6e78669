import { expect, type Page, type Response } from "@playwright/test";

declare global {
  interface Window {
    violations: string[];
    hasRun?: boolean;
  }
}

const HEADERS = ["content-security-policy", "x-content-type-options", "referrer-policy"];

/** From now on every page that is loaded notes what its policy refuses; called before the first `goto`. */
export async function listenForViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
}

export const policyViolations = (page: Page): Promise<string[]> => page.evaluate(() => window.violations);

/** The headers of a page say what it may load, and no script of another's. */
export function expectSecurityHeaders(response: Response | null, what: string): void {
  const headers = response?.headers() ?? {};
  for (const name of HEADERS) expect(headers[name], `${name}, ${what}`).toBeTruthy();
  const [scripts = ""] = /script-src [^;]*/.exec(headers["content-security-policy"] ?? "") ?? [];
  expect(scripts, what).not.toMatch(/unsafe|\*|https?:/);
}
