"use client";

import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { useReading } from "../use-reading";
import { dayPriceText, type PriceScale, type Size } from "./price-text";

const PriceLive = lazy(() => import("./price-live").then(({ PriceLive: Live }) => ({ default: Live })));

interface Props {
  scale: PriceScale;
  label: string;
  /** The drawings of the server, at both sizes. */
  children: React.ReactNode;
}

/** Which of the two drawings the width of the page shows. */
const sizeIn = (box: HTMLElement): Size => (getComputedStyle(box).getPropertyValue("--chart-size").trim() === "narrow" ? "narrow" : "wide");

/** The chart's library is loaded when someone turns to the chart; until it has painted, the drawing of the server stays. */
export function PriceReader({ scale, label, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [isPainted, setIsPainted] = useState(false);
  const { index, read, onKeyDown } = useReading(scale.days.length);
  const onPaint = useCallback(() => setIsPainted(true), []);
  const wake = () => box.current && setSize(sizeIn(box.current));
  const shown = index ?? scale.days.length - 1;
  const day = scale.days[shown];
  return (
    <>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={scale.days.length}
        aria-valuenow={shown + 1}
        aria-valuetext={day ? dayPriceText(day) : undefined}
        className="chart-box price-slider"
        data-painted={isPainted || undefined}
        onPointerEnter={wake}
        onTouchStart={wake}
        onFocus={() => {
          wake();
          if (index === null) read(shown);
        }}
        onKeyDown={onKeyDown}
      >
        <div className="still">{children}</div>
        {size && (
          <Suspense>
            <div className="live" aria-hidden>
              <PriceLive scale={scale} size={size} marked={index} onPaint={onPaint} />
            </div>
          </Suspense>
        )}
      </div>
      <p className="chart-reading">
        {index !== null && day ? dayPriceText(day) : "Point at the chart, or use the arrow keys, to read a day."}
      </p>
    </>
  );
}
