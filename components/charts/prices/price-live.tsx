"use client";

import { useEffect } from "react";
import { Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { PriceFrame } from "./price-drawing";
import { MARGIN, markedDays, SIZES } from "./price-scale";
import { dayPriceText, FIELDS, type DayPrice, type PriceScale, type Size } from "./price-text";

interface Props {
  scale: PriceScale;
  size: Size;
  /** The day that is read by keyboard. */
  marked: number | null;
  onPaint: () => void;
}

interface Hovered {
  active?: boolean;
  payload?: readonly { payload?: DayPrice }[];
}

function HoveredDay({ active, payload }: Hovered) {
  const day = payload?.[0]?.payload;
  return active && day ? <p className="chart-tip">{dayPriceText(day)}</p> : null;
}

/** The same margins, domains and frame as the drawing of the server, whose place this takes. */
export function PriceLive({ scale, size, marked, onPaint }: Props) {
  useEffect(() => {
    const frame = requestAnimationFrame(onPaint);
    return () => cancelAnimationFrame(frame);
  }, [onPaint]);
  const { width, height } = SIZES[size];
  const hidden = { hide: true, width: 0, height: 0 };
  return (
    <LineChart width={width} height={height} margin={MARGIN} data={scale.days} accessibilityLayer={false} className="prices">
      <XAxis {...hidden} type="number" dataKey="index" domain={[0, Math.max(1, scale.days.length - 1)]} allowDataOverflow />
      <YAxis {...hidden} type="number" scale={scale.isLog ? "log" : "linear"} domain={scale.domain} allowDataOverflow />
      <PriceFrame scale={scale} size={size} />
      {FIELDS.map(({ key, color, dash }) => {
        const marks = new Set(markedDays(scale.days, key).map((day) => day.index));
        return (
          <Line
            key={key}
            dataKey={key}
            type="stepAfter"
            stroke={color}
            strokeWidth={2}
            strokeDasharray={dash}
            isAnimationActive={false}
            connectNulls={false}
            activeDot={{ r: 4, stroke: "var(--surface)" }}
            dot={({ key: mark, cx, cy, index }) =>
              marks.has(index) ? <circle key={mark} cx={cx} cy={cy} r="3.5" fill={color} /> : <g key={mark} />
            }
          />
        );
      })}
      {marked !== null && <ReferenceLine x={marked} stroke="var(--fg-muted)" />}
      <Tooltip content={<HoveredDay />} isAnimationActive={false} cursor={{ stroke: "var(--fg-muted)" }} />
    </LineChart>
  );
}
