"use client";

import { useRef } from "react";
import { usageDayText, type UsageSeries } from "@/lib/domain/money/usage-series";
import { sizeIn, type Size } from "../sizes";
import { sliderProps, useReading } from "../use-reading";

/** Where the days stand in a drawing, in shares of its width. */
export interface Places {
  first: number;
  step: number;
}

interface Props {
  series: UsageSeries;
  label: string;
  places: Record<Size, Places>;
  /** The drawings of the server, at both sizes. */
  children: React.ReactNode;
}

const percent = (share: number): string => `${share * 100}%`;

export function UsageReader({ series, label, places, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const count = series.days.length;
  const { index, read, onKeyDown } = useReading(count);
  const shown = index ?? count - 1;
  const readAt = ({ clientX }: React.PointerEvent | React.MouseEvent) => {
    if (!box.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    const { first, step } = places[sizeIn(box.current)];
    read(Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width - first) / step))));
  };
  return (
    <>
      <div
        ref={box}
        {...sliderProps(label, count, shown, usageDayText(series, shown))}
        className="chart-box usage-slider"
        onPointerMove={readAt}
        onClick={readAt}
        onFocus={() => index === null && read(shown)}
        onKeyDown={onKeyDown}
      >
        {children}
        {index !== null &&
          (["wide", "narrow"] as const).map((size) => (
            <span
              key={size}
              className={`usage-mark ${size}`}
              style={{ left: percent(places[size].first + index * places[size].step), width: percent(places[size].step) }}
            />
          ))}
      </div>
      <p className="chart-reading">{index === null ? "Point at a day, or use the arrow keys, to read it." : usageDayText(series, index)}</p>
    </>
  );
}
