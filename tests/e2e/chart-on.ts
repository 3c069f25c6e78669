import type { Locator, Page } from "@playwright/test";

/** By its name, by which a screen reader announces it. */
export const chartOn = (page: Page, name: string): Locator => page.locator("main").getByRole("slider", { name });

export const figureOf = (chart: Locator): Locator => chart.locator("xpath=ancestor::figure");
