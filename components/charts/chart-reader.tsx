"use client";

import { Component, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { Size } from "./sizes";

export interface Place {
  x: number;
  y: number;
}

/** What the interactive drawing is told. */
export interface LiveDrawing {
  size: Size;
  /** The point that is being read. */
  marked: number | null;
}

interface Readable {
  /** How many points can be read, one after the other. */
  count: number;
  /** Where reading by keyboard begins. */
  first: number;
  /** The point that is read before anybody points, as when an address names it. */
  initial?: number | null;
  /** The point that a pointer means, from its place in the drawing. */
  nearest: (pointer: Place, size: Size) => number | null;
  /** Called with the point that is clicked, or on which Enter is pressed. */
  onKeep?: (index: number) => void;
}

interface Props extends Readable {
  label: string;
  textOf: (index: number) => string | undefined;
  /** Said until something is read. */
  hint: string;
  /** Where the tip of a point stands, in shares of the drawing; without it there is no tip. */
  placeOf?: (index: number, size: Size) => Place;
  className?: string;
  /** The interactive drawing, loaded when someone turns to the chart. */
  live?: (drawing: LiveDrawing) => ReactNode;
  /** The drawings of the server, at both sizes. */
  children: ReactNode | ((marked: number | null) => ReactNode);
}

const WEEK = 7;

/** The point that a key leads to: arrows move by one, PageUp and PageDown by a week. */
export function stepTo(key: string, index: number, count: number): number | null {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageUp: index + WEEK,
    PageDown: index - WEEK,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

/** A pointer's place in the units of a drawing, which may be shown at another size. */
export function pointIn(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / (width || 1);
  return { x: (clientX - left) * scale, y: (clientY - top) * scale };
}

/** The one of the two drawings that the style sheet shows. */
function drawnIn(box: HTMLElement | null): { svg: SVGSVGElement; size: Size } | null {
  const svg = [...(box?.querySelectorAll<SVGSVGElement>(".still svg") ?? [])].find(({ clientWidth }) => clientWidth > 0);
  return svg ? { svg, size: svg.classList.contains("narrow") ? "narrow" : "wide" } : null;
}

/** Days side by side in a drawing: its width, the left edge of the first day, and the width of each. */
export interface DayPlaces {
  width: number;
  first: number;
  step: number;
}

export const dayAt = ({ first, step }: DayPlaces, { x }: Place, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor((x - first) / step)));

/** The point that is being read, and the size of the drawing once someone turned to it. */
function useReading({ count, first, initial = null, nearest, onKeep }: Readable) {
  const box = useRef<HTMLDivElement>(null);
  const [index, read] = useState<number | null>(initial);
  const [size, setSize] = useState<Size | null>(null);
  const shown = index ?? first;
  const wake = () => setSize(drawnIn(box.current)?.size ?? null);
  function point(event: React.PointerEvent | React.MouseEvent): number | null {
    const drawn = drawnIn(box.current);
    if (!drawn) return null;
    const found = nearest(pointIn(drawn.svg, event), drawn.size);
    setSize(drawn.size);
    read(found);
    return found;
  }
  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === "Enter") onKeep?.(shown);
    const target = event.ctrlKey || event.metaKey || event.altKey ? null : stepTo(event.key, index ?? count, count);
    if (target === null) return;
    event.preventDefault();
    read(target);
  }
  const handlers = {
    onPointerEnter: wake,
    onPointerMove: point,
    onPointerDown: point,
    onTouchStart: wake,
    onFocus: () => {
      wake();
      if (index === null) read(shown);
    },
    onClick: (event: React.MouseEvent) => {
      const found = point(event);
      if (found !== null) onKeep?.(found);
    },
    onKeyDown,
  };
  return { box, index, size, shown, handlers };
}

/** Stands beside the interactive drawing, so that its effect runs when that one is in the document. */
function Painted({ onPaint }: { onPaint: () => void }) {
  useEffect(() => {
    const frame = requestAnimationFrame(onPaint);
    return () => cancelAnimationFrame(frame);
  }, [onPaint]);
  return null;
}

/** Keeps the drawing of the server where the library cannot be loaded; it is read as before. */
class WithoutLibrary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Share of the width beyond which a tip would leave the chart at the right, and so stands left. */
const TURNS_AT = 0.55;

function Tip({ at: { x, y }, text }: { at: Place; text: string | undefined }) {
  const room = x > TURNS_AT ? x : 1 - x;
  const side = x > TURNS_AT ? "right" : "left";
  const style = { [side]: `${100 - room * 100}%`, top: `${y * 100}%`, maxWidth: `min(15rem, calc(${room * 100}% - 20px))` };
  return (
    <p aria-hidden className="chart-tip" style={style}>
      {text}
    </p>
  );
}

/** A chart that is read point by point. Until the interactive drawing has painted, that of the server stays in its place. */
export function ChartReader({ label, textOf, hint, placeOf, className = "", live, children, ...readable }: Props) {
  const { box, index, size, shown, handlers } = useReading(readable);
  const [isPainted, setIsPainted] = useState(false);
  const onPaint = useCallback(() => setIsPainted(true), []);
  return (
    <>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={readable.count}
        aria-valuenow={shown + 1}
        aria-valuetext={textOf(shown)}
        className={`chart-box ${className}`.trim()}
        data-painted={isPainted || undefined}
        {...handlers}
      >
        <div className="still">{typeof children === "function" ? children(index) : children}</div>
        {live && size && (
          <WithoutLibrary>
            <Suspense>
              <div className="live" aria-hidden>
                {live({ size, marked: index })}
                <Painted onPaint={onPaint} />
              </div>
            </Suspense>
          </WithoutLibrary>
        )}
        {placeOf && size && index !== null && <Tip at={placeOf(index, size)} text={textOf(index)} />}
      </div>
      <p className="chart-reading">{(index !== null && textOf(index)) || hint}</p>
    </>
  );
}
