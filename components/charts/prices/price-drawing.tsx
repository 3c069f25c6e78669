import { curveStepAfter, line } from "d3-shape";
import { formatPrice } from "@/lib/domain/pages/format";
import { endLabels, MARGIN, markedDays, projectionOf, shortDay, SIZES } from "./price-scale";
import { FIELDS, type DayPrice, type PriceScale, type Size } from "./price-text";

interface Props {
  scale: PriceScale;
  size: Size;
}

/** Axes and end labels, drawn alike before and after the chart becomes interactive. */
export function PriceFrame({ scale, size }: Props) {
  const { width, height } = SIZES[size];
  const { x, y } = projectionOf(scale, size);
  return (
    <g className="frame">
      <path d={scale.yTicks.map((tick) => `M${MARGIN.left} ${y(tick)}H${width - MARGIN.right}`).join("")} />
      {scale.yTicks.map((tick) => (
        <text key={tick} x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
          {formatPrice(tick)}
        </text>
      ))}
      {scale.xTicks.map((index, position) => (
        <text
          key={index}
          className={position > 0 && position < scale.xTicks.length - 1 ? "between" : undefined}
          x={x(index)}
          y={height - 8}
          textAnchor={position === 0 ? "start" : position === scale.xTicks.length - 1 ? "end" : "middle"}
        >
          {shortDay(scale.days[index]?.date ?? "")}
        </text>
      ))}
      {endLabels(scale, size).map((label) => (
        <text key={label.key} className="end" x={width - MARGIN.right + 8} y={label.y + 4}>
          {label.text}
        </text>
      ))}
    </g>
  );
}

/** Steps and no slopes: between two snapshots the older price is the known one. A day without a snapshot is a gap. */
export function PriceDrawing({ scale, size }: Props) {
  const { width, height } = SIZES[size];
  const { x, y } = projectionOf(scale, size);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`prices ${size}`}>
      <PriceFrame scale={scale} size={size} />
      {FIELDS.map(({ key, color, dash }) => {
        const path = line<DayPrice>()
          .defined((day) => day[key] !== null)
          .x((day) => x(day.index))
          .y((day) => y(day[key] ?? 0))
          .curve(curveStepAfter)
          .digits(2);
        return <path key={key} className="line" d={path(scale.days) ?? ""} stroke={color} strokeDasharray={dash} />;
      })}
      {FIELDS.map(({ key, color }) =>
        markedDays(scale.days, key).map((day) => (
          <circle key={`${key} ${day.date}`} cx={x(day.index)} cy={y(day[key] ?? 0)} r="3.5" fill={color} />
        )),
      )}
    </svg>
  );
}
