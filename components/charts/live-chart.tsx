"use client";

import { Component, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { sizeIn, type Size } from "./sizes";
import { sliderProps, useReading } from "./use-reading";

/** What the interactive drawing is told. */
export interface LiveDrawing {
  size: Size;
  /** The point that is being read. */
  marked: number | null;
}

interface Props {
  label: string;
  /** How many points can be read, one after the other. */
  count: number;
  /** Where reading by keyboard begins. */
  first: number;
  textOf: (index: number) => string | undefined;
  /** Said until something is read. */
  hint: string;
  /** The point that a pointer means, from its place in the drawing. Without it the interactive drawing finds it by itself. */
  nearest?: (x: number, y: number, size: Size) => number | null;
  className?: string;
  live: (drawing: LiveDrawing) => ReactNode;
  /** The drawings of the server, at both sizes. */
  children: ReactNode;
}

/** Stands beside the interactive drawing, so that its effect runs when that one is in the document. */
function Painted({ onPaint }: { onPaint: () => void }) {
  useEffect(() => {
    const frame = requestAnimationFrame(onPaint);
    return () => cancelAnimationFrame(frame);
  }, [onPaint]);
  return null;
}

/** Where the library cannot be loaded the drawing of the server stays, and is read by keyboard as before. */
class WithoutLibrary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** The chart's library is loaded when someone turns to the chart; until it has painted, the drawing of the server stays in its place. */
export function LiveChart({ label, count, first, textOf, hint, nearest, className = "", live, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [isPainted, setIsPainted] = useState(false);
  const { index, read, onKeyDown } = useReading(count);
  const onPaint = useCallback(() => setIsPainted(true), []);
  const wake = () => box.current && setSize(sizeIn(box.current));
  const shown = index ?? first;

  function point(event: React.PointerEvent) {
    // A pointer that came before the page was hydrated is noticed by its next move.
    if (!size) wake();
    const drawn = [...(box.current?.querySelectorAll<SVGSVGElement>(".still svg") ?? [])].find((svg) => svg.clientWidth > 0);
    if (!nearest || !drawn || !box.current) return;
    const { left, top, width } = drawn.getBoundingClientRect();
    const scale = drawn.viewBox.baseVal.width / width;
    read(nearest((event.clientX - left) * scale, (event.clientY - top) * scale, sizeIn(box.current)));
  }

  return (
    <>
      <div
        ref={box}
        {...sliderProps(label, count, shown, textOf(shown))}
        className={`chart-box chart-live ${className}`}
        data-painted={isPainted || undefined}
        onPointerEnter={wake}
        onPointerMove={point}
        onPointerDown={point}
        onTouchStart={wake}
        onFocus={() => {
          wake();
          if (index === null) read(shown);
        }}
        onKeyDown={onKeyDown}
      >
        <div className="still">{children}</div>
        {size && (
          <WithoutLibrary>
            <Suspense>
              <div className="live" aria-hidden>
                {live({ size, marked: index })}
                <Painted onPaint={onPaint} />
              </div>
            </Suspense>
          </WithoutLibrary>
        )}
      </div>
      <p className="chart-reading">{(index !== null && textOf(index)) || hint}</p>
    </>
  );
}
