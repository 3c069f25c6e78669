import { useState } from "react";

const WEEK = 7;

/** Reading a chart by keyboard: arrows move by one point, PageUp and PageDown by a week, Home and End to the ends. */
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

/** How a chart that is read point by point is announced; `shown` counts from 0. */
export const sliderProps = (label: string, count: number, shown: number, text: string | undefined) => ({
  role: "slider",
  tabIndex: 0,
  "aria-label": label,
  "aria-valuemin": 1,
  "aria-valuemax": count,
  "aria-valuenow": shown + 1,
  "aria-valuetext": text,
});

interface Reading {
  /** The point that is being read; null when none is. */
  index: number | null;
  read: (index: number | null) => void;
  onKeyDown: (event: React.KeyboardEvent) => void;
}

export function useReading(count: number, initial: number | null = null): Reading {
  const [index, read] = useState<number | null>(initial);
  return {
    index,
    read,
    onKeyDown(event) {
      const target = event.ctrlKey || event.metaKey || event.altKey ? null : stepTo(event.key, index ?? count, count);
      if (target === null) return;
      event.preventDefault();
      read(target);
    },
  };
}
