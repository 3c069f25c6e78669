/** Six series at most, each known by its colour, its dash and its marker, in the order of the palette. */
export const MARKS = [
  { color: "var(--chart-1)", dash: undefined, marker: "disc" },
  { color: "var(--chart-2)", dash: "7 3", marker: "square" },
  { color: "var(--chart-3)", dash: "2 3", marker: "triangle" },
  { color: "var(--chart-4)", dash: "9 3 2 3", marker: "diamond" },
  { color: "var(--chart-5)", dash: "12 4", marker: "triangle-down" },
  { color: "var(--chart-6)", dash: "4 2", marker: "plus" },
] as const;

interface MakerMark {
  color: string;
  marker: Marker;
}

/** Makers of models that have a colour and a shape of their own. */
const MAKERS: readonly MakerMark[] = [...MARKS, { color: "var(--chart-7)", marker: "cross" }, { color: "var(--chart-8)", marker: "star" }];

/** The mark of all makers that have none of their own: the last one. */
export const OTHER = MAKERS.length;

export const makerMark = (mark: number): MakerMark => MAKERS[mark] ?? { color: "var(--border-strong)", marker: "disc" };

export type Marker = (typeof MARKS)[number]["marker"] | "cross" | "star";

/** Outlines of about the same area in a box from -1 to 1. */
const OUTLINES: Readonly<Record<Marker, readonly (readonly [number, number])[]>> = {
  disc: [],
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  triangle: [
    [0, -1.1],
    [1.1, 0.85],
    [-1.1, 0.85],
  ],
  diamond: [
    [0, -1.25],
    [1.1, 0],
    [0, 1.25],
    [-1.1, 0],
  ],
  "triangle-down": [
    [0, 1.1],
    [1.1, -0.85],
    [-1.1, -0.85],
  ],
  plus: [
    [-0.35, -1.1],
    [0.35, -1.1],
    [0.35, -0.35],
    [1.1, -0.35],
    [1.1, 0.35],
    [0.35, 0.35],
    [0.35, 1.1],
    [-0.35, 1.1],
    [-0.35, 0.35],
    [-1.1, 0.35],
    [-1.1, -0.35],
    [-0.35, -0.35],
  ],
  cross: [
    [0, -0.5],
    [0.55, -1.05],
    [1.05, -0.55],
    [0.5, 0],
    [1.05, 0.55],
    [0.55, 1.05],
    [0, 0.5],
    [-0.55, 1.05],
    [-1.05, 0.55],
    [-0.5, 0],
    [-1.05, -0.55],
    [-0.55, -1.05],
  ],
  star: [
    [0, -1.3],
    [0.36, -0.5],
    [1.24, -0.4],
    [0.58, 0.19],
    [0.76, 1.05],
    [0, 0.62],
    [-0.76, 1.05],
    [-0.58, 0.19],
    [-1.24, -0.4],
    [-0.36, -0.5],
  ],
};

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Steps around a point: their text, equal for all points of a series, is sent once and repeated. */
function outlineOf(marker: Marker, radius: number): string {
  const [first, ...others] = OUTLINES[marker].map(([x, y]) => [x * radius, y * radius] as const);
  if (!first) {
    const arc = `a${short(radius)} ${short(radius)} 0 1 0 `;
    return `m${short(-radius)} 0${arc}${short(2 * radius)} 0${arc}${short(-2 * radius)} 0z`;
  }
  let from = first;
  const steps = others.map((corner) => {
    const step = `l${short(corner[0] - from[0])} ${short(corner[1] - from[1])}`;
    from = corner;
    return step;
  });
  return `m${short(first[0])} ${short(first[1])}${steps.join("")}z`;
}

/** A path that closes around each point, so that all points of a series are one element. */
export const markerPath = (marker: Marker, x: number, y: number, radius: number): string =>
  `M${short(x)} ${short(y)}${outlineOf(marker, radius)}`;
