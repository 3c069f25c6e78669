"use client";

import { lazy, type ReactNode } from "react";
import { ChartReader } from "../chart-reader";
import type { Size } from "../sizes";
import { boxOf, nearestPoint, pointText, projectionOf, type ScatterScale } from "./scatter-scale";

const ScatterLive = lazy(() => import("./scatter-live").then((file) => ({ default: file.ScatterLive })));

/** Reads the points in order of price. */
export function ScatterReader({ scale, label, children }: { scale: ScatterScale; label: string; children: ReactNode }) {
  const { points } = scale;
  function placeOf(index: number, size: Size) {
    const { x, y } = points[index] ? projectionOf(scale, size).at(points[index]) : { x: 0, y: 0 };
    const { width, height } = boxOf(scale, size);
    return { x: x / width, y: y / height };
  }
  return (
    <ChartReader
      label={label}
      count={points.length}
      first={Math.max(
        0,
        points.findIndex(({ isFrontier }) => isFrontier),
      )}
      textOf={(index) => points[index] && pointText(scale, points[index])}
      hint="Point at a mark, or use the arrow keys, to read the models in order of price."
      nearest={(pointer, size) => nearestPoint(scale, size, pointer)}
      placeOf={placeOf}
      live={(drawing) => <ScatterLive scale={scale} {...drawing} />}
    >
      {children}
    </ChartReader>
  );
}
