"use client";

import { lazy, type ReactNode } from "react";
import { LiveChart } from "../live-chart";
import { nearestPoint, pointText, type ScatterScale } from "./scatter-scale";

const ScatterLive = lazy(() => import("./scatter-live").then((file) => ({ default: file.ScatterLive })));

/** Reads the points in order of price. */
export function ScatterReader({ scale, label, children }: { scale: ScatterScale; label: string; children: ReactNode }) {
  const { points } = scale;
  return (
    <LiveChart
      label={label}
      count={points.length}
      first={Math.max(
        0,
        points.findIndex(({ isFrontier }) => isFrontier),
      )}
      textOf={(index) => points[index] && pointText(scale, points[index])}
      hint="Point at a mark, or use the arrow keys, to read the models in order of price."
      nearest={(x, y, size) => nearestPoint(scale, size, { x, y })}
      className="large"
      live={(drawing) => <ScatterLive scale={scale} {...drawing} />}
    >
      {children}
    </LiveChart>
  );
}
