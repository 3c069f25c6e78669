import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { PriceDrawing } from "./price-drawing";
import { PriceReader } from "./price-reader";
import { priceScale } from "./price-scale";
import { priceSentence, type PricePoint } from "./price-text";

/** Fewer points than this are a table: a line through them would suggest a course that nobody saw. */
const LEAST_POINTS = 7;

function PriceTable({ points }: { points: readonly PricePoint[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Input</th>
          <th scope="col">Output</th>
          <th scope="col">Blended</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.date}>
            <th scope="row">
              <time dateTime={point.date}>{formatDay(point.date)}</time>
            </th>
            <td>{formatPrice(point.input)}</td>
            <td>{formatPrice(point.output)}</td>
            <td>{formatPrice(point.blended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  title: string;
  /** Captured days only. */
  points: readonly PricePoint[];
  range: { from: string; to: string; days: number };
  scale?: "linear" | "log";
  /** The same series as CSV, where the endpoint has it. */
  csvHref?: string;
}

export function PriceFigure({ title, points, range, scale: kind = "linear", csvHref }: Props) {
  const sentence = priceSentence(title, points, range);
  const csv = csvHref && (
    <p className="chart-csv">
      <a href={csvHref}>The same days as CSV</a>
    </p>
  );
  if (points.length < LEAST_POINTS) {
    return (
      <figure className="chart" aria-label={sentence}>
        <figcaption>{sentence}</figcaption>
        {points.length > 0 && (
          <div className="chart-table">
            <PriceTable points={points} />
            {csv}
          </div>
        )}
      </figure>
    );
  }
  const scale = priceScale(points, range, kind === "log");
  return (
    <figure className="chart" aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      <PriceReader scale={scale} label={title}>
        <PriceDrawing scale={scale} size="wide" />
        <PriceDrawing scale={scale} size="narrow" />
      </PriceReader>
      <details className="chart-table">
        <summary>Table of the days</summary>
        <PriceTable points={points} />
        {csv}
      </details>
    </figure>
  );
}
