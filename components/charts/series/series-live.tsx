"use client";

import { Line, LineChart, ReferenceDot, ReferenceLine, XAxis, YAxis } from "recharts";
import type { LiveDrawing } from "../chart-reader";
import { markerPath } from "../marks";
import { SeriesFrame } from "./series-drawing";
import { boxOf, marginOf, markedDays } from "./series-scale";
import { type SeriesDay, type SeriesScale } from "./series-text";

/** Margins, domains and frame are those of the server's drawing, whose place this takes. */
export function SeriesLive({ scale, size, marked }: LiveDrawing & { scale: SeriesScale }) {
  const { axis, days, lines } = scale;
  const { width, height } = boxOf(scale, size);
  const hidden = { hide: true, width: 0, height: 0 };
  return (
    <LineChart width={width} height={height} margin={marginOf(scale)} data={days} accessibilityLayer={false} className="drawing">
      <XAxis {...hidden} type="number" dataKey="index" domain={[0, Math.max(1, days.length - 1)]} allowDataOverflow />
      <YAxis {...hidden} type="number" scale={axis.isLog ? "log" : "linear"} domain={axis.domain} allowDataOverflow />
      <SeriesFrame scale={scale} size={size} />
      {lines.map(({ key, color, dash, marker, curve }) => {
        const marks = new Set(markedDays(days, key).map((day) => day.index));
        return (
          <Line
            key={key}
            dataKey={(day: SeriesDay) => day.values[key] ?? null}
            type={curve === "step" ? "stepAfter" : "linear"}
            stroke={color}
            strokeWidth={2}
            strokeDasharray={dash}
            isAnimationActive={false}
            connectNulls={false}
            activeDot={false}
            dot={({ key: mark, cx, cy, index }) =>
              marks.has(index) ? <path key={mark} d={markerPath(marker, cx ?? 0, cy ?? 0, 3.5)} fill={color} /> : <g key={mark} />
            }
          />
        );
      })}
      {marked !== null && <ReferenceLine x={marked} stroke="var(--fg-muted)" />}
      {marked !== null &&
        lines.map(({ key, color }) => {
          const value = days[marked]?.values[key] ?? null;
          return value !== null && <ReferenceDot key={key} x={marked} y={value} r={4} fill={color} stroke="var(--surface)" />;
        })}
    </LineChart>
  );
}
