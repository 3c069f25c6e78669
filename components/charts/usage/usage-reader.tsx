"use client";

import { usageDayText, type UsageSeries } from "@/lib/domain/money/usage-series";
import { ChartReader, dayAt, type DayPlaces } from "../chart-reader";
import type { Size } from "../sizes";

interface Props {
  series: UsageSeries;
  label: string;
  places: Record<Size, DayPlaces>;
  /** The drawings of the server, at both sizes. */
  children: React.ReactNode;
}

function Mark({ size, index, places: { width, first, step } }: { size: Size; index: number; places: DayPlaces }) {
  const percent = (length: number): string => `${(100 * length) / width}%`;
  return <span className={`usage-mark ${size}`} style={{ left: percent(first + index * step), width: percent(step) }} />;
}

/** Reads the use of an account day by day. */
export function UsageReader({ series, label, places, children }: Props) {
  const count = series.days.length;
  return (
    <ChartReader
      label={label}
      count={count}
      first={count - 1}
      textOf={(index) => usageDayText(series, index)}
      hint="Point at a day, or use the arrow keys, to read it."
      nearest={(pointer, size) => dayAt(places[size], pointer, count)}
    >
      {(marked) => (
        <>
          {children}
          {marked !== null &&
            (["wide", "narrow"] as const).map((size) => <Mark key={size} size={size} index={marked} places={places[size]} />)}
        </>
      )}
    </ChartReader>
  );
}
