import type { CodedDays } from "@/lib/domain/status/day-codes";
import { STRIP_HEIGHT, STRIP_ROW_GAP, stripLayout, stripPaths, stripPosition, type StripLayout } from "@/lib/domain/status/strip-shapes";
import type { Place } from "../chart-reader";

/** The day under a place of the drawing. */
export function indexAt({ x, y }: Place, { perRow, step }: StripLayout, count: number): number {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.floor(value)));
  const row = within(y / (STRIP_HEIGHT + STRIP_ROW_GAP), Math.ceil(count / perRow) - 1);
  return Math.min(count - 1, row * perRow + within(x / step, perRow - 1));
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
