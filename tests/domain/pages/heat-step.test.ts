import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { HEAT_STEPS, heatStep } from "@/lib/domain/pages/heat-step";

test("values are parted in fifths, equal ones together; the unknown has none", () => {
  const all = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
  expect(all.map((value) => heatStep(value, all))).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect([7, 7, 7].map((value) => heatStep(value, [7, 7, 7]))).toEqual([1, 1, 1]);
  expect(heatStep(null, all)).toBeNull();
});

/** Relative luminance of an OKLCH colour, by Ottosson's matrices. */
function luminance(text: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([^)]+)\)/.exec(text)?.[1] ?? "").split(" ").map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Both colours of a `light-dark()`. */
const both = (css: string): [string, string] => {
  const [, light = "", dark = ""] = /light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)/.exec(css) ?? [];
  return [light, dark];
};

describe("the tints of a heat table", () => {
  const sheet = readFileSync("components/ui/data-table.css", "utf8");
  const tokens = readFileSync("app/tokens.css", "utf8");
  const token = (name: string) => both(new RegExp(`--${name}: (light-dark\\(.+?\\)\\));`).exec(tokens)?.[1] ?? "");

  it.each(Array.from({ length: HEAT_STEPS }, (_, index) => index + 1))("step %i has text of enough contrast in both themes", (step) => {
    const tint = both(new RegExp(`\\.heat-${step} \\{\\s*background: (light-dark\\(.+?\\)\\));`).exec(sheet)?.[1] ?? "");
    const texts = step === 1 ? ["fg-muted", "link"] : step === HEAT_STEPS ? ["accent-fg"] : ["fg"];
    for (const name of texts) {
      for (const theme of [0, 1] as const) {
        expect(contrast(luminance(tint[theme]), luminance(token(name)[theme])), `${name} on step ${step}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
