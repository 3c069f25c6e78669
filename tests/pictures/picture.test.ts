import { readFileSync } from "node:fs";
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/domain/basics/date-range";
import { mapPicture } from "@/lib/pictures/map-picture";
import { pictureSvg } from "@/lib/pictures/picture";
import { pictureFrame } from "@/lib/pictures/picture-frame";
import { DRAWING_RULES, PICTURE_COLORS } from "@/lib/pictures/picture-style";
import { pricePicture } from "@/lib/pictures/price-picture";

const HOSTILE = `</title></svg><script>alert(1)</script>"'&]]><!--\u0000\u0008\u202e${"w".repeat(150)}`;
const BASE = "https://example.com";
const SOURCE = { siteName: HOSTILE, href: `https://example.com/?a=1&b="><script>`, day: "2026-11-28", isSample: true };

const model = (place: number) => ({
  key: `m/${place}`,
  name: `${HOSTILE} ${place}`,
  maker: HOSTILE,
  makerId: `maker-${place % 12}`,
  providerId: "m",
  id: String(place),
  price: place / 4,
  score: 100 + place,
});
const MODELS = Array.from({ length: 24 }, (_, place) => model(place));
const RANGE = { from: "2026-11-22", to: "2026-11-28", days: 7 };
const POINTS = Array.from({ length: 7 }, (_, day) => ({
  date: addDays(RANGE.from, day),
  input: 3,
  output: 15 - day,
  blended: (18 - day) / 2,
}));

const PICTURES = {
  map: mapPicture({ plotted: MODELS, frontier: MODELS.slice(1, 4) }, SOURCE, BASE),
  "empty map": mapPicture({ plotted: [], frontier: [] }, SOURCE, BASE),
  "price course": pricePicture({ name: HOSTILE, provider: HOSTILE, input: 3, output: null, points: POINTS, range: RANGE }, SOURCE),
  "course of too few days": pricePicture(
    { name: HOSTILE, provider: HOSTILE, input: 3, output: null, points: POINTS.slice(0, 2), range: RANGE },
    SOURCE,
  ),
  "course of no day": pricePicture({ name: HOSTILE, provider: HOSTILE, input: 3, output: null, points: [], range: RANGE }, SOURCE),
};

/** Markup and control characters of others, and figures that are none. */
const ALIEN = /<script|<!--|(?!\n)\p{Cc}|NaN|Infinity/u;

describe.each(Object.entries(PICTURES))("the picture of a hostile world: %s", (_, picture) => {
  test.each(["wide", "narrow"] as const)("is well-formed and has only our own elements, %s", async (size) => {
    const svg = await pictureSvg(picture, { theme: "dark", size });
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).not.toMatch(ALIEN);
  });

  test("stays text in the frame", async () => {
    const html = await pictureFrame(picture, {});
    expect(html).not.toMatch(ALIEN);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
  });
});

/** sRGB of an OKLCH colour, as CSS Color 4 converts it. */
function rgbOf([lightness = 0, chroma = 0, hue = 0]: readonly number[]): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const encoded = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return linear.map((value) => Math.round(255 * Math.min(1, Math.max(0, encoded(Math.min(1, Math.max(0, value)))))));
}

const hexOf = (rgb: readonly number[]): string => `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

test("pictures have the colours of the pages", () => {
  const tokens = readFileSync("app/tokens.css", "utf8");
  for (const [name, colors] of Object.entries(PICTURE_COLORS)) {
    const found = new RegExp(`--${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`).exec(tokens);
    expect([name, found?.slice(1, 3).map((given) => hexOf(rgbOf(given.split(" ").map(Number))))]).toEqual([name, [...colors]]);
  }
});

test("drawings look in pictures as they do on pages", () => {
  const flat = (css: string): string => css.replace(/\s+/g, "").replaceAll(";}", "}");
  const page = flat(readFileSync("components/charts/charts.css", "utf8"));
  for (const rule of DRAWING_RULES.trim().split("\n")) expect(page).toContain(flat(rule));
});
