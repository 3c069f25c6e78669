import type { CodedDays } from "@/lib/domain/status/day-codes";
import { STRIP_HEIGHT, STRIP_ROW_GAP, stripLayout, stripPaths, stripPosition } from "@/lib/domain/status/strip-shapes";

/** The day under a point of the drawing, which may be drawn at another size than it was laid out for. */
export function indexAt(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }, count: number): number {
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const rows = Math.round((height + STRIP_ROW_GAP) / (STRIP_HEIGHT + STRIP_ROW_GAP));
  const perRow = Math.ceil(count / rows);
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const column = within(Math.floor(((clientX - box.left) / box.width) * perRow), perRow - 1);
  const row = within(
    Math.floor((((clientY - box.top) / box.height) * (height + STRIP_ROW_GAP)) / (STRIP_HEIGHT + STRIP_ROW_GAP)),
    rows - 1,
  );
  return width === 0 ? 0 : Math.min(count - 1, row * perRow + column);
}

interface Props {
  days: CodedDays;
  /** Width in pixels that the bars may take. */
  available: number;
  /** The day that is being read; its bar is framed. */
  marked?: number | null;
  className?: string;
}

export function StripDrawing({ days, available, marked = null, className = "" }: Props) {
  const layout = stripLayout(days.codes.length, available);
  const mark = marked === null ? null : stripPosition(marked, layout);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width}
      height={layout.height}
      className={`strip ${className}`}
    >
      {stripPaths(days, layout).map(({ name, d, strokeWidth }) => (
        <path key={name} className={name} d={d} strokeWidth={strokeWidth} />
      ))}
      {mark && (
        <rect className="mark" x={mark.x + layout.bar / 2 - layout.step / 2} y={mark.y - 1} width={layout.step} height={STRIP_HEIGHT + 2} />
      )}
    </svg>
  );
}
