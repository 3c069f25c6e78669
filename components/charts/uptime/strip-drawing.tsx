import { classAt, type CodedDays, type DayClass } from "@/lib/domain/status/day-codes";

const LEAST_STEP = 6;
const MOST_STEP = 20;
const HEIGHT = 36;
const ROW_GAP = 8;
const FULL = 28;
const SHORT = 14;

export interface StripLayout {
  perRow: number;
  step: number;
  bar: number;
  width: number;
  height: number;
}

/** Bars become thinner down to 5 pixels, then they wrap into rows of equal length. */
export function stripLayout(count: number, available: number): StripLayout {
  const rows = Math.max(1, Math.ceil(count / Math.floor(available / LEAST_STEP)));
  const perRow = Math.max(1, Math.ceil(count / rows));
  const step = Math.min(MOST_STEP, Math.floor(available / perRow));
  const bar = step - Math.max(1, Math.round(step * 0.15));
  return { perRow, step, bar, width: perRow * step, height: rows * HEIGHT + (rows - 1) * ROW_GAP };
}

function positionOf(index: number, { perRow, step }: StripLayout): { x: number; y: number } {
  return { x: (index % perRow) * step, y: Math.floor(index / perRow) * (HEIGHT + ROW_GAP) };
}

/** The day under a point of the drawing, which may be drawn at another size than it was laid out for. */
export function indexAt(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }, count: number): number {
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const rows = Math.round((height + ROW_GAP) / (HEIGHT + ROW_GAP));
  const perRow = Math.ceil(count / rows);
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const column = within(Math.floor(((clientX - box.left) / box.width) * perRow), perRow - 1);
  const row = within(Math.floor((((clientY - box.top) / box.height) * (height + ROW_GAP)) / (HEIGHT + ROW_GAP)), rows - 1);
  return width === 0 ? 0 : Math.min(count - 1, row * perRow + column);
}

/** Operational and down are thick strokes; the others are outlines, degraded with a hatch inside. */
const SHAPES: Record<DayClass, (x: number, y: number, bar: number) => string> = {
  operational: (x, y, bar) => `M${x + bar / 2} ${y + HEIGHT}v-${FULL}`,
  down: (x, y, bar) => `M${x + bar / 2} ${y + HEIGHT}v-${HEIGHT}`,
  degraded: (x, y, bar) =>
    `M${x + 0.5} ${y + HEIGHT - FULL + 0.5}h${bar - 1}v${FULL - 1}h-${bar - 1}z${[9, 16, 23].map((up) => `M${x + 0.5} ${y + HEIGHT - up + 3}l${bar - 1}-6`).join("")}`,
  unknown: (x, y, bar) => `M${x + 0.5} ${y + HEIGHT - SHORT + 0.5}h${bar - 1}v${SHORT - 1}h-${bar - 1}z`,
  none: (x, y, bar) => `M${x + 0.5} ${y + HEIGHT - SHORT + 0.5}h${bar - 1}v${SHORT - 1}h-${bar - 1}z`,
};

const DRAWN: readonly DayClass[] = ["operational", "degraded", "down", "unknown", "none"];

interface Props {
  days: CodedDays;
  /** Width in pixels that the bars may take. */
  available: number;
  /** The day that is being read; its bar is framed. */
  marked?: number | null;
  className?: string;
}

/** One path per state and not one element per day: a page shows sixty of these. */
export function StripDrawing({ days, available, marked = null, className = "" }: Props) {
  const layout = stripLayout(days.codes.length, available);
  const paths = DRAWN.map((name) => {
    const drawn = [...days.codes].flatMap((_, index) => {
      const { x, y } = positionOf(index, layout);
      return classAt(days, index) === name ? [SHAPES[name](x, y, layout.bar)] : [];
    });
    return { name, d: drawn.join("") };
  });
  const mark = marked === null ? null : positionOf(marked, layout);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width}
      height={layout.height}
      className={`strip ${className}`}
    >
      {paths.map(
        ({ name, d }) =>
          d && <path key={name} className={name} d={d} strokeWidth={name === "operational" || name === "down" ? layout.bar : undefined} />,
      )}
      {mark && (
        <rect className="mark" x={mark.x + layout.bar / 2 - layout.step / 2} y={mark.y - 1} width={layout.step} height={HEIGHT + 2} />
      )}
    </svg>
  );
}
