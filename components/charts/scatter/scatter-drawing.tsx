import { makerMark, markerPath, OTHER } from "../marks";
import { TICK_TEXTS } from "../series/series-text";
import type { Size } from "../sizes";
import { pointLabels } from "./point-labels";
import { boxOf, MARGIN, plotLeft, projectionOf, type ScatterScale } from "./scatter-scale";

/** The best stand out by their size; makers without a mark of their own stand back. */
export function lookOf(mark: number, isFrontier: boolean): { className: string; radius: number } {
  if (isFrontier) return { className: "best", radius: 5.5 };
  return mark === OTHER ? { className: "other", radius: 3 } : { className: "own", radius: 4 };
}

interface Props {
  scale: ScatterScale;
  size: Size;
}

const at = (value: number): string => value.toFixed(1);

/** Width of `$0.50` and a gap: texts of closer ticks would touch. */
const TICK_ROOM = 36;
/** From the break of the axis, left of which stands `$0`. */
const FIRST_ROOM = 16;

/** Ticks that are named: those too close to the one left of them are not. */
export function namedTicks(ticks: readonly number[], x: (price: number) => number, from: number): number[] {
  let free = from;
  return ticks.filter((tick) => {
    const isNamed = x(tick) > free;
    if (isNamed) free = x(tick) + TICK_ROOM;
    return isNamed;
  });
}

/** Axes and the line of the frontier, drawn alike before and after the chart becomes interactive. */
export function ScatterFrame({ scale, size }: Props) {
  const { width, height } = boxOf(scale, size);
  const { x, y, at: placeOf } = projectionOf(scale, size);
  const [left, floor, right] = [plotLeft(scale), height - MARGIN.bottom, width - MARGIN.right];
  const frontier = scale.points.filter(({ isFrontier }) => isFrontier).map(placeOf);
  const [first, ...others] = frontier;
  const ticks = scale.xAxis.ticks.filter((tick) => x(tick) >= left && x(tick) <= right);
  return (
    <>
      <g className="frame">
        <path d={scale.yAxis.ticks.map((tick) => `M${MARGIN.left} ${at(y(tick))}H${right}`).join("")} />
        <path d={ticks.map((tick) => `M${at(x(tick))} ${floor}v4`).join("")} />
        {scale.hasGutter && (
          <path
            className="break"
            d={`M${left - 6} ${floor + 5}l4 -10M${left - 1} ${floor + 5}l4 -10M${left - 2} ${MARGIN.top}V${floor - 6}`}
          />
        )}
        {scale.yAxis.ticks.map((tick) => (
          <text key={tick} x={MARGIN.left - 6} y={at(y(tick) + 4)} textAnchor="end">
            {tick}
          </text>
        ))}
        {scale.hasGutter && (
          <text x={MARGIN.left + 12} y={floor + 17} textAnchor="middle">
            $0
          </text>
        )}
        {namedTicks(ticks, x, scale.hasGutter ? left + FIRST_ROOM : 0).map((tick) => (
          <text key={tick} x={at(x(tick))} y={floor + 17} textAnchor="middle">
            {TICK_TEXTS[scale.xUnit](tick).replace(/\.00$/, "")}
          </text>
        ))}
        <text className="axis-name" x="0" y="11">
          {scale.yLabel}
        </text>
        <text className="axis-name" x={right} y={height - 6} textAnchor="end">
          {scale.xLabel}
        </text>
      </g>
      {first && (
        <path
          className="frontier"
          d={`M${at(first.x)} ${at(first.y)}${others.map((place) => `H${at(place.x)}V${at(place.y)}`).join("")}H${right}`}
        />
      )}
    </>
  );
}

/** The names stand over the points. */
export function PointNames({ scale, size }: Props) {
  return (
    <g className="frame">
      {pointLabels(scale, size).map(({ key, text, x, y, anchor, isFrontier }) => (
        <text key={key} className={isFrontier ? "name" : "name less"} x={x} y={y} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Points of one mark are one element. */
export function ScatterDrawing({ scale, size }: Props) {
  const { width, height } = boxOf(scale, size);
  const { at: placeOf } = projectionOf(scale, size);
  const marks = Array.from({ length: OTHER + 1 }, (_, place) => OTHER - place);
  const shapes = [false, true].flatMap((isFrontier) =>
    marks.map((mark) => {
      const { color, marker } = makerMark(mark);
      const { className, radius } = lookOf(mark, isFrontier);
      const own = scale.points.filter((point) => point.mark === mark && point.isFrontier === isFrontier).map(placeOf);
      return { key: `${isFrontier} ${mark}`, className, color, path: own.map(({ x, y }) => markerPath(marker, x, y, radius)).join("") };
    }),
  );
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`drawing ${size}`}>
      <ScatterFrame scale={scale} size={size} />
      {shapes
        .filter(({ path }) => path !== "")
        .map(({ key, className, color, path }) => (
          <path key={key} className={className} d={path} fill={color} />
        ))}
      <PointNames scale={scale} size={size} />
    </svg>
  );
}
