import { dateOf, partsText, usageSentence, type UsageSeries } from "@/lib/domain/money/usage-series";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { UsageDrawing } from "./usage-drawing";
import { UsageReader, type Places } from "./usage-reader";
import { SIZES, usageScale, type Size } from "./usage-scale";

function placesOf(series: UsageSeries, size: Size): Places {
  const { x, step, barWidth } = usageScale(series, size);
  const { width } = SIZES[size];
  return { first: (x(0) - (step - barWidth) / 2) / width, step: step / width };
}

const unknown = <span className="text-fg-muted">no longer kept</span>;

function Totals({ series }: { series: UsageSeries }) {
  const { totals, days } = series;
  const uncharged = days.reduce((sum, day) => sum + (day.uncharged ?? 0), 0);
  const kept = days.findIndex((day) => day.uncharged !== null);
  const since = kept > 0 ? ` since ${formatDay(dateOf(series, kept))}` : "";
  return (
    <table className="usage-totals">
      <caption className="sr-only">Total of these days by endpoint</caption>
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col">Credits</th>
          <th scope="col">Calls</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ name, credits, calls }, index) => (
          <tr key={name}>
            <th scope="row">
              <i className={`swatch series-${index + 1}`} />
              {name}
            </th>
            <td>{formatCount(credits)}</td>
            <td>{formatCount(calls)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            <i className="swatch not-charged" />
            Not charged{since}
          </th>
          <td>0</td>
          <td>{formatCount(uncharged)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function DayTable({ series }: { series: UsageSeries }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Credits</th>
          <th scope="col">Calls</th>
          <th scope="col">Not charged</th>
          <th scope="col">Credits by endpoint</th>
        </tr>
      </thead>
      <tbody>
        {series.days.map(({ credits, calls, uncharged }, index) => (
          <tr key={dateOf(series, index)}>
            <th scope="row">{formatDay(dateOf(series, index))}</th>
            <td>{formatCount(credits.reduce((sum, value) => sum + value, 0))}</td>
            <td>{formatCount(calls)}</td>
            <td>{uncharged === null ? unknown : formatCount(uncharged)}</td>
            <td>{partsText(series, index)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Credits of each day by endpoint, and below them the calls that were not charged, which have no credits to stack. */
export function UsageFigure({ series }: { series: UsageSeries }) {
  const sentence = usageSentence(series);
  return (
    <figure className="chart" aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      <div className="usage-figure">
        <div>
          <UsageReader
            series={series}
            label="Credits by day"
            places={{ wide: placesOf(series, "wide"), narrow: placesOf(series, "narrow") }}
          >
            <UsageDrawing series={series} size="wide" />
            <UsageDrawing series={series} size="narrow" />
          </UsageReader>
        </div>
        <Totals series={series} />
      </div>
      <details className="chart-table">
        <summary>Table of the days</summary>
        <DayTable series={series} />
      </details>
    </figure>
  );
}
