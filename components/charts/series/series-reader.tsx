"use client";

import { lazy, type ReactNode } from "react";
import { LiveChart } from "../live-chart";
import { dayText, type SeriesScale } from "./series-text";

const SeriesLive = lazy(() => import("./series-live").then((file) => ({ default: file.SeriesLive })));

/** Reads a series day by day. */
export function SeriesReader({ scale, label, children }: { scale: SeriesScale; label: string; children: ReactNode }) {
  const textOf = (index: number): string | undefined => {
    const day = scale.days[index];
    return day && dayText(scale, day);
  };
  return (
    <LiveChart
      label={label}
      count={scale.days.length}
      first={scale.today ?? scale.days.length - 1}
      textOf={textOf}
      hint="Point at the chart, or use the arrow keys, to read a day."
      live={(drawing) => <SeriesLive scale={scale} {...drawing} />}
    >
      {children}
    </LiveChart>
  );
}
