import { placed, type Axis } from "../axis-place";
import type { Unit } from "../series/series-text";
import { UNITS } from "../series/series-text";
import type { Box, Size } from "../sizes";

const SIZES: Readonly<Record<Size, Box>> = { wide: { width: 720, height: 330 }, narrow: { width: 288, height: 320 } };
/** Height of a wide drawing that leaves room on the screen for what follows. */
const LOW_HEIGHT = 252;
export const MARGIN = { top: 26, right: 14, bottom: 42, left: 34 } as const;
/** Room for what is given away, left of the break of the axis. */
const GUTTER = 34;
/** How near a pointer must be to a point to mean it. */
const REACH = 24;

export interface ScatterPoint {
  name: string;
  maker: string;
  /** Which mark of the palette it has. */
  mark: number;
  x: number;
  y: number;
  isFrontier: boolean;
}

export interface ScatterScale {
  /** In order of price: the order in which arrow keys read them. */
  points: readonly ScatterPoint[];
  xAxis: Axis;
  yAxis: Axis;
  xLabel: string;
  yLabel: string;
  xUnit: Unit;
  yUnit: Unit;
  /** Whether there are points with a price of 0, for which a logarithm has no place. */
  hasGutter: boolean;
  /** Whether the wide drawing is lower than usual. */
  isLow?: boolean | undefined;
}

export const boxOf = ({ isLow }: Pick<ScatterScale, "isLow">, size: Size): Box =>
  isLow && size === "wide" ? { ...SIZES.wide, height: LOW_HEIGHT } : SIZES[size];

export interface Place {
  x: number;
  y: number;
}

/** Where the plot begins, right of the gutter. */
export const plotLeft = ({ hasGutter }: Pick<ScatterScale, "hasGutter">): number => MARGIN.left + (hasGutter ? GUTTER : 0);

export function projectionOf(scale: ScatterScale, size: Size) {
  const { width, height } = boxOf(scale, size);
  const x = placed(scale.xAxis, [plotLeft(scale) + 12, width - MARGIN.right - 12]);
  const y = placed(scale.yAxis, [height - MARGIN.bottom, MARGIN.top]);
  // Whole pixels: nobody sees the rest, and it would be most of what a drawing weighs.
  const at = (point: Pick<ScatterPoint, "x" | "y">): Place => ({
    x: Math.round(scale.hasGutter && point.x === 0 ? MARGIN.left + GUTTER / 2 - 4 : x(point.x)),
    y: Math.round(y(point.y)),
  });
  return { x, y, at };
}

/** The point that a pointer means: the nearest one, where one is near. */
export function nearestPoint(scale: ScatterScale, size: Size, pointer: Place): number | null {
  const { at } = projectionOf(scale, size);
  let best: { index: number; distance: number } | null = null;
  for (const [index, point] of scale.points.entries()) {
    const { x, y } = at(point);
    const distance = Math.hypot(x - pointer.x, y - pointer.y);
    if (distance <= REACH && (best === null || distance < best.distance)) best = { index, distance };
  }
  return best?.index ?? null;
}

export const pointText = (
  { xUnit, yUnit }: Pick<ScatterScale, "xUnit" | "yUnit">,
  { name, maker, x, y, isFrontier }: ScatterPoint,
): string => `${name}, ${maker}: ${UNITS[yUnit](y)} at ${UNITS[xUnit](x)}${isFrontier ? ", on the frontier" : ""}`;
