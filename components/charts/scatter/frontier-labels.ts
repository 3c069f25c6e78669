import { MARGIN, plotLeft, projectionOf, SIZES, type ScatterScale } from "./scatter-scale";
import type { Size } from "../sizes";

export interface FrontierLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

const SHARE_LEFT_OF = { start: 0, middle: 0.5, end: 1 } as const;
const CHARACTER = 6.1;
const ABOVE = 11;
const BELOW = 3;
const MARKER = 6;

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const areaOf = ({ text, x, y, anchor }: Omit<FrontierLabel, "key">): Area => {
  const width = text.length * CHARACTER;
  const left = x - width * SHARE_LEFT_OF[anchor];
  return { left, right: left + width, top: y - ABOVE, bottom: y + BELOW };
};

const overlaps = (a: Area, b: Area): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A catalog says which of several ids is the newest; a label is shorter without it. */
const shortName = (name: string): string => name.replace(/ \(latest\)$/, "");

/**
 * A name stands above its point, where nothing that costs as little is plotted, else right below
 * it. One that fits in neither place gives way to the point's number in the list.
 */
export function frontierLabels(scale: ScatterScale, size: Size): FrontierLabel[] {
  const { width } = SIZES[size];
  const { at } = projectionOf(scale, size);
  const frontier = scale.points.filter(({ isFrontier }) => isFrontier).map((point) => ({ point, ...at(point) }));
  const taken: Area[] = frontier.map(({ x, y }) => ({ left: x - MARKER, right: x + MARKER, top: y - MARKER, bottom: y + MARKER }));
  const others = scale.points.filter(({ isFrontier }) => !isFrontier).map(at);
  const covers = ({ left, right, top, bottom }: Area): boolean =>
    others.some(({ x, y }) => x > left - MARKER && x < right + MARKER && y > top - MARKER && y < bottom + MARKER);
  const labels: FrontierLabel[] = [];
  // The best is labelled first: it is what readers look for.
  for (const [number, { point, x, y }] of [...frontier.entries()].toReversed()) {
    const name = shortName(point.name);
    const texts = size === "wide" ? [name, String(number + 1)] : [String(number + 1)];
    const candidates = texts.flatMap((text) => [
      { text, x: x - 8, y: y - 6, anchor: "end" as const },
      { text, x, y: y - 10, anchor: "middle" as const },
      { text, x: x + 8, y: y - 6, anchor: "start" as const },
      { text, x: x + 8, y: y + 14, anchor: "start" as const },
    ]);
    const fitting = candidates.find((candidate) => {
      const area = areaOf(candidate);
      const isInside = area.left >= plotLeft(scale) && area.right <= width - MARGIN.right + 8 && area.top >= 0;
      const isName = candidate.text === name;
      return isInside && !taken.some((other) => overlaps(area, other)) && !(isName && covers(area));
    });
    if (!fitting) continue;
    taken.push(areaOf(fitting));
    labels.push({ ...fitting, key: point.name });
  }
  return labels;
}
