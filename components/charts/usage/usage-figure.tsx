import { dateOf, usageSentence, type UsageSeries } from "@/lib/domain/money/usage-series";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { UsageBars, UsageDrawing } from "./usage-drawing";
import { UsageDays } from "./usage-days";
import { UsageReader, type Places } from "./usage-reader";
import { SIZES, usageScale } from "./usage-scale";
import type { Size } from "../sizes";

function placesOf(series: UsageSeries, size: Size): Places {
  const { x, step } = usageScale(series, size);
  const { width } = SIZES[size];
  return { first: x(0) / width, step: step / width };
}

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

/** Credits of each day by endpoint, and below them the calls that were not charged, which have no credits to stack. */
export function UsageFigure({ series }: { series: UsageSeries }) {
  const sentence = usageSentence(series);
  return (
    <figure className="chart" aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      <div className="usage-figure">
        <div>
          <UsageBars series={series} />
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
      <UsageDays series={series} />
    </figure>
  );
}
