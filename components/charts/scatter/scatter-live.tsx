"use client";

import { Scatter, ScatterChart, XAxis, YAxis } from "recharts";
import type { LiveDrawing } from "../chart-reader";
import { markerPath, MARKS } from "../marks";
import { FrontierNames, RADIUS, ScatterFrame } from "./scatter-drawing";
import { projectionOf, SIZES, type ScatterPoint, type ScatterScale } from "./scatter-scale";

interface Placed extends ScatterPoint {
  px: number;
  py: number;
}

interface Drawn {
  cx?: number | undefined;
  cy?: number | undefined;
  payload?: Placed;
}

function Point({ cx = 0, cy = 0, payload }: Drawn) {
  const { color, marker } = MARKS[payload?.mark ?? 0] ?? MARKS[0];
  const isBest = payload?.isFrontier === true;
  const path = markerPath(marker, cx, cy, isBest ? RADIUS.frontier : RADIUS.other);
  return <path className={isBest ? "best" : "other"} d={path} stroke={color} fill={isBest ? color : undefined} />;
}

/** Points come placed in pixels, so that they stand where the drawing of the server has them. */
export function ScatterLive({ scale, size, marked }: LiveDrawing & { scale: ScatterScale }) {
  const { width, height } = SIZES[size];
  const { at } = projectionOf(scale, size);
  const points: Placed[] = scale.points.map((point) => {
    const { x, y } = at(point);
    return { ...point, px: x, py: y };
  });
  const chosen = marked === null ? undefined : points[marked];
  const hidden = { hide: true, width: 0, height: 0, type: "number", allowDataOverflow: true } as const;
  // The best are drawn last, over the others.
  const drawn = points.toSorted((a, b) => Number(a.isFrontier) - Number(b.isFrontier));
  return (
    <ScatterChart
      width={width}
      height={height}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      className="drawing"
    >
      <XAxis {...hidden} dataKey="px" domain={[0, width]} />
      <YAxis {...hidden} dataKey="py" domain={[0, height]} reversed />
      <ScatterFrame scale={scale} size={size} />
      <Scatter data={drawn} shape={Point} isAnimationActive={false} />
      <FrontierNames scale={scale} size={size} />
      {chosen && <circle className="mark" cx={chosen.px} cy={chosen.py} r="9" />}
    </ScatterChart>
  );
}
