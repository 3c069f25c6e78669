import { area, curveLinear, curveStepAfter, line } from "d3-shape";
import { shortDay } from "../axis";
import { markerPath } from "../marks";
import type { Size } from "../sizes";
import { boxOf, endLabels, marginOf, markedDays, projectionOf } from "./series-scale";
import { TICK_TEXTS, type SeriesDay, type SeriesScale } from "./series-text";

const MARKER_RADIUS = 3.5;

interface Props {
  scale: SeriesScale;
  size: Size;
}

const CURVES = { step: curveStepAfter, slope: curveLinear };

function Fills({ scale, size }: Props) {
  const { x, y } = projectionOf(scale, size);
  const floor = boxOf(scale, size).height - marginOf(scale).bottom;
  const banded = scale.days.filter(({ band }) => band !== undefined);
  const band = area<SeriesDay>()
    .x((day) => x(day.index))
    .y0((day) => y(day.band?.[0] ?? 0))
    .y1((day) => y(day.band?.[1] ?? 0))
    .digits(2);
  return (
    <>
      {banded.length > 0 && <path className="fill" d={band(banded) ?? ""} fill={scale.lines[0]?.color} />}
      {scale.lines
        .filter(({ isArea }) => isArea)
        .map(({ key, color, curve }) => {
          const filled = area<SeriesDay>()
            .defined((day) => (day.values[key] ?? null) !== null)
            .x((day) => x(day.index))
            .y0(floor)
            .y1((day) => y(day.values[key] ?? 0))
            .curve(CURVES[curve])
            .digits(2);
          return <path key={key} className="fill" d={filled(scale.days) ?? ""} fill={color} />;
        })}
    </>
  );
}

/** Axes, fills and end labels, drawn alike before and after the chart becomes interactive. */
export function SeriesFrame({ scale, size }: Props) {
  const { width, height } = boxOf(scale, size);
  const { x, y } = projectionOf(scale, size);
  const { ticks } = scale.axis;
  const margin = marginOf(scale);
  const last = scale.xTicks.length - 1;
  return (
    <>
      <Fills scale={scale} size={size} />
      <g className="frame">
        <path d={ticks.map((tick) => `M${margin.left} ${y(tick)}H${width - margin.right}`).join("")} />
        {ticks.map((tick) => (
          <text key={tick} x={margin.left - 8} y={y(tick) + 4} textAnchor="end">
            {TICK_TEXTS[scale.unit](tick)}
          </text>
        ))}
        {scale.today !== undefined && (
          <>
            <path className="today" d={`M${x(scale.today)} ${margin.top}V${height - margin.bottom}`} />
            <text x={x(scale.today)} y={margin.top - 3} textAnchor="middle">
              today
            </text>
          </>
        )}
        {scale.xTicks.map((index, position) => (
          <text
            key={index}
            className={position > 0 && position < last ? "between" : undefined}
            x={x(index)}
            y={height - 8}
            textAnchor={position === 0 ? "start" : position === last ? "end" : "middle"}
          >
            {shortDay(scale.days[index]?.date ?? "")}
          </text>
        ))}
        {endLabels(scale, size).map((label) => (
          <text key={label.key} className="end" x={width - margin.right + 8} y={label.y + 4}>
            {label.text}
          </text>
        ))}
      </g>
    </>
  );
}

/** A day without a value is a gap. */
export function SeriesDrawing({ scale, size }: Props) {
  const { width, height } = boxOf(scale, size);
  const { x, y } = projectionOf(scale, size);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`drawing ${size}`}>
      <SeriesFrame scale={scale} size={size} />
      {scale.lines.map(({ key, color, dash, curve }) => {
        const path = line<SeriesDay>()
          .defined((day) => (day.values[key] ?? null) !== null)
          .x((day) => x(day.index))
          .y((day) => y(day.values[key] ?? 0))
          .curve(CURVES[curve])
          .digits(2);
        return <path key={key} className="line" d={path(scale.days) ?? ""} stroke={color} strokeDasharray={dash} />;
      })}
      {scale.lines.map(({ key, color, marker }) => {
        const marks = markedDays(scale.days, key).map((day) => markerPath(marker, x(day.index), y(day.values[key] ?? 0), MARKER_RADIUS));
        return marks.length > 0 && <path key={key} d={marks.join("")} fill={color} />;
      })}
    </svg>
  );
}
