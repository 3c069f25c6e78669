import { gzipSync } from "node:zlib";
import type { Locator, Route } from "@playwright/test";
import { signInAnew } from "./account/signed-in";
import { chartOn, figureOf } from "./chart-on";
import { withLibrary } from "./drawing-library";
import { NOTHING_MOVED, shiftsOf, sumShifts } from "./shifts";
import { expect, test } from "./test";
import { LONG } from "./tier";

const MOST_BYTES = 114 * 1024;

interface Charted {
  address: string;
  /** The name of the chart, by which a screen reader announces it. */
  name: string;
}

const CHARTS: readonly Charted[] = [
  { address: "/", name: "Price against ability" },
  { address: "/models/map", name: "Price against ability" },
  { address: "/embeddings", name: "Price against MTEB mean" },
  { address: "/models/openai/gpt-5", name: "GPT-5" },
  { address: "/gpus?gpu=H100", name: "H100, cheapest by day" },
  { address: "/benchmarks/gpqa_diamond", name: "in GPQA Diamond" },
];

async function shownBox(drawing: Locator) {
  const box = await drawing.boundingBox();
  if (!box) throw new Error("The drawing is not shown");
  return box;
}

for (const { address, name } of CHARTS) {
  for (const width of [1440, 375, 320]) {
    test(
      `${address} at ${width} px: the live chart takes the place of the drawing, and nothing moves`,
      width === 1440 ? {} : LONG,
      async ({ page }) => {
        await sumShifts(page);
        await page.setViewportSize({ width, height: 900 });
        const opened = await withLibrary(page, () => page.goto(address, { waitUntil: "networkidle" }));
        expect(opened.library, "before it is needed").toEqual([]);
        const chart = chartOn(page, name);
        await chart.scrollIntoViewIfNeeded();
        const still = chart.locator(".still svg:visible");
        await expect(still).toHaveCount(1);
        const [before, outside] = [await shownBox(still), await shownBox(chart)];
        const { library } = await withLibrary(page, async () => {
          await chart.hover({ position: { x: before.width / 2, y: before.height / 2 } });
          await expect(chart).toHaveAttribute("data-painted", "true");
        });
        const live = chart.locator(".live .recharts-surface").first();
        const [after, stillOutside] = [await shownBox(live), await shownBox(chart)];
        for (const side of ["x", "y", "width", "height"] as const) {
          expect(Math.abs(after[side] - before[side]), `${side} of the drawing`).toBeLessThanOrEqual(1);
          expect(Math.abs(stillOutside[side] - outside[side]), `${side} of its box`).toBeLessThanOrEqual(1);
        }
        expect(await shiftsOf(page)).toEqual(NOTHING_MOVED);
        expect(library).toHaveLength(1);
        expect(gzipSync(library[0] ?? "").byteLength).toBeLessThanOrEqual(MOST_BYTES);
      },
    );
  }

  test(`${address}: the chart has a name, a sentence and a table, and is read by arrow keys`, async ({ page }) => {
    await page.goto(address, { waitUntil: "networkidle" });
    const chart = chartOn(page, name);
    const figure = figureOf(chart);
    const sentence = (await figure.locator("figcaption").first().textContent()) ?? "";
    expect(sentence.length).toBeGreaterThan(30);
    await expect(figure).toHaveAttribute("aria-label", sentence);
    await chart.focus();
    await expect(chart).toBeFocused();
    const count = Number(await chart.getAttribute("aria-valuemax"));
    await page.keyboard.press("Home");
    await expect(chart).toHaveAttribute("aria-valuenow", "1");
    const first = await chart.getAttribute("aria-valuetext");
    await page.keyboard.press("ArrowRight");
    await expect(chart).toHaveAttribute("aria-valuenow", "2");
    expect(await chart.getAttribute("aria-valuetext")).not.toBe(first);
    await page.keyboard.press("End");
    await expect(chart).toHaveAttribute("aria-valuenow", String(count));
    await expect(figure.locator(".chart-reading")).toHaveText((await chart.getAttribute("aria-valuetext")) ?? "");
    await expect(chart).toHaveAttribute("data-painted", "true");
    await figure.locator("details.chart-table > summary").click();
    await expect(figure.locator("details.chart-table tbody tr").first()).toBeVisible();
  });
}

test("a pointer that came before the scripts wakes the chart by its next move", async ({ page }) => {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/_next\/static\/.*\.js$/, (route) => (isHeld ? void held.push(route) : route.continue()));
  await page.goto("/models/map", { waitUntil: "domcontentloaded" });
  const chart = chartOn(page, "Price against ability");
  await chart.hover();
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.waitForLoadState("networkidle");
  await expect(chart).not.toHaveAttribute("data-painted", "true");
  const { x, y, width, height } = await shownBox(chart);
  await page.mouse.move(x + width / 2 + 9, y + height / 2 + 9);
  await expect(chart).toHaveAttribute("data-painted", "true");
});

test("a chart whose library cannot be loaded keeps its drawing, and is read by keys as before", async ({ page }) => {
  await page.goto("/models/map", { waitUntil: "networkidle" });
  const refused: string[] = [];
  await page.route(/\/_next\/static\/.*\.js$/, (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  const chart = chartOn(page, "Price against ability");
  await chart.hover();
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await chart.focus();
  await page.keyboard.press("End");
  await expect(figureOf(chart).locator(".chart-reading")).toHaveText((await chart.getAttribute("aria-valuetext")) ?? "");
  await expect(chart.locator(".still svg:visible")).toHaveCount(1);
  await expect(chart).not.toHaveAttribute("data-painted", "true");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const { address, name } of CHARTS) {
    test(`${address} has the drawing and its table`, async ({ page }) => {
      await page.goto(address);
      const chart = chartOn(page, name);
      await expect(chart.locator(".still svg:visible path").first()).toBeAttached();
      expect(await figureOf(chart).locator("details.chart-table tbody tr").count()).toBeGreaterThan(0);
    });
  }
});

test("paid series are drawn like the free ones: scores, attention and forecast", async ({ page }) => {
  await signInAnew(page, 3);
  for (const [address, region, chart] of [
    ["/benchmarks/gpqa_diamond", "Scores of 90 days", "in GPQA Diamond"],
    ["/providers/anthropic", "Attention over 90 days", "Attention of Anthropic"],
    ["/models/openai/gpt-5", "Forecast of 7 days", "GPT-5"],
  ] as const) {
    await page.goto(address);
    const block = page.getByRole("region", { name: region });
    await expect(block).toContainText("On your account");
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByText("1 credit charged")).toBeVisible();
    const drawn = block.getByRole("slider", { name: chart });
    await drawn.focus();
    await expect(drawn).toHaveAttribute("data-painted", "true");
    await page.keyboard.press("End");
    await expect(block.locator(".chart-reading")).toHaveText((await drawn.getAttribute("aria-valuetext")) ?? "");
    await expect(figureOf(drawn).locator("details.chart-table tbody tr").first()).toBeAttached();
  }
  const forecast = page.getByRole("region", { name: "Forecast of 7 days" });
  await expect(forecast).toContainText(/95 % prediction interval/);
  await expect(forecast).toContainText(/r² \d\.\d\d; confidence/);
});
