import { rows } from "./models-page";
import { expect, test } from "./test";

for (const width of [390, 1100, 1440]) {
  test(`bars of a column begin and end at one place, whatever digits stand above them, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/models?sort=blended.asc");
    const places = await page.locator("td[style*='--at']").evaluateAll((cells) =>
      cells
        .filter((cell) => cell.getBoundingClientRect().width > 0)
        .map((cell) => {
          const [own, bar] = [getComputedStyle(cell), getComputedStyle(cell, "::after")];
          const right = cell.getBoundingClientRect().right - parseFloat(own.paddingRight) - parseFloat(bar.marginRight);
          const place = `${right.toFixed(1)} ${parseFloat(bar.width).toFixed(1)}`;
          return { column: (cell as HTMLTableCellElement).cellIndex, digits: cell.className, place };
        }),
    );
    expect(new Set(places.map(({ digits }) => digits)).size, "prices with two, three and four decimals").toBeGreaterThan(2);
    for (const column of new Set(places.map((cell) => cell.column))) {
      const own = places.filter((cell) => cell.column === column);
      expect([...new Set(own.map(({ place }) => place))], `column ${column}`).toHaveLength(1);
    }
  });
}

test("on a phone a model has two or three lines: its name, and its maker, month and context", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/models?provider=openai");
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  // Padding of 16 px, the name in 28 px, and two lines; a line with a link is 24 px high.
  expect(heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(92);
});
