"use client";

import { lazy, type ReactNode } from "react";
import { ChartReader, dayAt, type DayPlaces } from "../chart-reader";
import type { Size } from "../sizes";
import { dayText, type SeriesScale } from "./series-text";

const SeriesLive = lazy(() => import("./series-live").then((file) => ({ default: file.SeriesLive })));

/** Height at which the tip of a day stands, as a share of the drawing. */
const TIP_AT = 0.04;

interface Props {
  scale: SeriesScale;
  label: string;
  places: Record<Size, DayPlaces>;
  children: ReactNode;
}

/** Reads a series day by day. */
export function SeriesReader({ scale, label, places, children }: Props) {
  const { days } = scale;
  return (
    <ChartReader
      label={label}
      count={days.length}
      first={scale.today ?? days.length - 1}
      textOf={(index) => days[index] && dayText(scale, days[index])}
      hint="Point at the chart, or use the arrow keys, to read a day."
      nearest={(pointer, size) => dayAt(places[size], pointer, days.length)}
      placeOf={(index, size) => ({ x: (places[size].first + (index + 0.5) * places[size].step) / places[size].width, y: TIP_AT })}
      live={(drawing) => <SeriesLive scale={scale} {...drawing} />}
    >
      {children}
    </ChartReader>
  );
}
