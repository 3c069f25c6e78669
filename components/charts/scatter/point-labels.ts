import { boxOf, MARGIN, plotLeft, projectionOf, type Place, type ScatterScale } from "./scatter-scale";
import type { Size } from "../sizes";

interface Label {
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

export interface PointLabel extends Label {
  key: string;
  isFrontier: boolean;
}

const SHARE_LEFT_OF = { start: 0, middle: 0.5, end: 1 } as const;
const CHARACTER = 6.6;
const ABOVE = 11;
const BELOW = 3;
const MARKER = 6;
/** How many are named beside the frontier: more would be read as noise. */
const MOST_OTHERS: Readonly<Record<Size, number>> = { wide: 16, narrow: 3 };

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const areaOf = ({ text, x, y, anchor }: Label): Area => {
  const width = text.length * CHARACTER;
  const left = x - width * SHARE_LEFT_OF[anchor];
  return { left, right: left + width, top: y - ABOVE, bottom: y + BELOW };
};

const around = ({ x, y }: Place): Area => ({ left: x - MARKER, right: x + MARKER, top: y - MARKER, bottom: y + MARKER });
const overlaps = (a: Area, b: Area): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A catalog says which of several ids is the newest; a label is shorter without it. */
const shortName = (name: string): string => name.replace(/ \(latest\)$/, "");

/** Left above comes first, because nothing is plotted there that costs as little and scores more. */
const placesAround = (text: string, { x, y }: Place): Label[] => [
  { text, x: x - 8, y: y - 6, anchor: "end" },
  { text, x, y: y - 10, anchor: "middle" },
  { text, x: x + 8, y: y - 6, anchor: "start" },
  { text, x: x + 8, y: y + 14, anchor: "start" },
];

const besidePoint = (text: string, { x, y }: Place): Label[] => [
  { text, x: x + 8, y: y + 4, anchor: "start" },
  { text, x: x - 8, y: y + 4, anchor: "end" },
];

/** The steps of the frontier's line, which the names of others do not cross. */
const stepsOf = (places: readonly Place[], right: number): Area[] =>
  places.flatMap(({ x, y }, index) => {
    const next = places[index + 1] ?? { x: right, y };
    return [
      { left: x, right: next.x, top: y - 1, bottom: y + 1 },
      { left: next.x - 1, right: next.x + 1, top: next.y, bottom: y },
    ];
  });

/**
 * Names of points, where there is room. Those of the frontier come first; one that fits nowhere gives way to its number in the list.
 * Of the others those in the upper half are named, where a name covers neither a point nor the line.
 */
export function pointLabels(scale: ScatterScale, size: Size): PointLabel[] {
  const { at } = projectionOf(scale, size);
  const right = boxOf(scale, size).width - MARGIN.right;
  const placed = scale.points.map((point) => ({ point, name: shortName(point.name), place: at(point) }));
  const frontier = placed.filter(({ point }) => point.isFrontier);
  const others = placed.filter(({ point }) => !point.isFrontier);
  const points = others.map(({ place }) => around(place));
  const taken = frontier.map(({ place }) => around(place));
  const isFree = (area: Area, covered: readonly Area[]): boolean =>
    area.left >= plotLeft(scale) &&
    area.right <= right + 8 &&
    area.top >= 0 &&
    ![...taken, ...covered].some((other) => overlaps(area, other));
  function fitting(candidates: readonly Label[], covered: readonly Area[]): Label[] {
    const found = candidates.find((candidate) => isFree(areaOf(candidate), covered));
    if (found) taken.push(areaOf(found));
    return found ? [found] : [];
  }
  // The best is labelled first: it is what readers look for.
  const ofFrontier = [...frontier.entries()].toReversed().flatMap(([index, { point, name, place }]) => {
    const named = fitting(placesAround(name, place), points);
    const labels = named.length > 0 ? named : fitting(placesAround(String(index + 1), place), []);
    return labels.map((label) => ({ ...label, key: `${point.name} ${point.x}`, isFrontier: true }));
  });
  const covered = [
    ...points,
    ...stepsOf(
      frontier.map(({ place }) => place),
      right,
    ),
  ];
  const ofOthers: PointLabel[] = [];
  for (const { point, name, place } of others.toSorted((a, b) => b.point.y - a.point.y)) {
    if (ofOthers.length === MOST_OTHERS[size] || place.y > boxOf(scale, size).height / 2) break;
    const labels = fitting([...besidePoint(name, place), ...placesAround(name, place)], covered);
    ofOthers.push(...labels.map((label) => ({ ...label, key: `${point.name} ${point.x}`, isFrontier: false })));
  }
  return [...ofFrontier, ...ofOthers];
}
