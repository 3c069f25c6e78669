import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { MARGIN, SIZES } from "./prices/price-scale";
import type { Size } from "./prices/price-text";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";

export interface ForecastDay {
  date: string;
  predicted: number;
  lower: number;
  upper: number;
}

interface Props {
  title: string;
  /** Price of the newest captured day, from which the line goes on. */
  current: number;
  days: readonly ForecastDay[];
}

const sentenceOf = (title: string, current: number, last: ForecastDay): string =>
  `${title}: ${formatPrice(current)} now; ${formatPrice(last.predicted)} on ${formatDay(last.date)}, between ${formatPrice(last.lower)} and ${formatPrice(last.upper)} with 95 % likelihood if the line holds.`;

function Drawing({ current, days, size }: Omit<Props, "title"> & { size: Size }) {
  const { width, height } = SIZES[size];
  const today = { predicted: current, lower: current, upper: current };
  const points = [today, ...days].map((day, index) => ({ ...day, index }));
  const values = points.flatMap(({ lower, upper }) => [lower, upper]);
  const x = scaleLinear([0, days.length], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, Math.max(...values, Number.MIN_VALUE)], [height - MARGIN.bottom, MARGIN.top]).nice(4);
  type Point = (typeof points)[number];
  const band = area<Point>(
    ({ index }) => x(index),
    ({ lower }) => y(lower),
    ({ upper }) => y(upper),
  ).digits(2);
  const mean = line<Point>(
    ({ index }) => x(index),
    ({ predicted }) => y(predicted),
  ).digits(2);
  const end = points.at(-1) ?? points[0];
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`prices ${size}`}>
      <g className="frame">
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <path d={`M${MARGIN.left} ${y(tick)}H${width - MARGIN.right}`} />
            <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
              {formatPrice(tick)}
            </text>
          </g>
        ))}
        <path d={`M${x(0)} ${MARGIN.top}V${height - MARGIN.bottom}`} />
        <text x={x(0)} y={height - 8}>
          today
        </text>
        <text x={x(days.length)} y={height - 8} textAnchor="end">
          {formatDay(days.at(-1)?.date ?? "")}
        </text>
        {end && (
          <text className="end" x={x(days.length) + 8} y={y(end.predicted) + 4}>
            {formatPrice(end.predicted)}
          </text>
        )}
      </g>
      <path d={band(points) ?? ""} fill="var(--chart-1)" fillOpacity="0.18" />
      <path className="line" d={mean(points) ?? ""} stroke="var(--chart-1)" strokeDasharray="7 4" />
    </svg>
  );
}

/** From today on: the expected price dashed, and around it the interval in which a single day falls with 95 % likelihood. */
export function ForecastFigure({ title, current, days }: Props) {
  const last = days.at(-1);
  if (!last) return <p>There is no day to forecast.</p>;
  const sentence = sentenceOf(title, current, last);
  return (
    <figure className="chart" aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      <Drawing current={current} days={days} size="wide" />
      <Drawing current={current} days={days} size="narrow" />
      <details className="chart-table">
        <summary>Table of the days</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Expected</th>
              <th scope="col">Lower</th>
              <th scope="col">Upper</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{formatDay(day.date)}</th>
                <td>{formatPrice(day.predicted)}</td>
                <td>{formatPrice(day.lower)}</td>
                <td>{formatPrice(day.upper)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
