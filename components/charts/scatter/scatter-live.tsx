"use client";

import { Scatter, ScatterChart, XAxis, YAxis } from "recharts";
import type { LiveDrawing } from "../chart-reader";
import { makerMark, markerPath, OTHER } from "../marks";
import { lookOf, PointNames, ScatterFrame } from "./scatter-drawing";
import { boxOf, projectionOf, type ScatterPoint, type ScatterScale } from "./scatter-scale";

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
  const { mark = OTHER, isFrontier = false } = payload ?? {};
  const { color, marker } = makerMark(mark);
  const { className, radius } = lookOf(mark, isFrontier);
  return <path className={className} d={markerPath(marker, cx, cy, radius)} fill={color} />;
}

/** Points come placed in pixels, so that they stand where the drawing of the server has them. */
export function ScatterLive({ scale, size, marked }: LiveDrawing & { scale: ScatterScale }) {
  const { width, height } = boxOf(scale, size);
  const { at } = projectionOf(scale, size);
  const points: Placed[] = scale.points.map((point) => {
    const { x, y } = at(point);
    return { ...point, px: x, py: y };
  });
  const chosen = marked === null ? undefined : points[marked];
  const hidden = { hide: true, width: 0, height: 0, type: "number", allowDataOverflow: true } as const;
  // Makers without a mark of their own are drawn first, and the best last, over the others.
  const drawn = points.toSorted((a, b) => Number(a.isFrontier) - Number(b.isFrontier) || b.mark - a.mark);
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
      <PointNames scale={scale} size={size} />
      {chosen && <circle className="mark" cx={chosen.px} cy={chosen.py} r="9" />}
    </ScatterChart>
  );
}
