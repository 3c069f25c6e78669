import { DataTable, type Column } from "@/components/ui/data-table";
import { dateOf, usageSentence, type UsageSeries } from "@/lib/domain/money/usage-series";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { UsageBars, UsageDrawing } from "./usage-drawing";
import { UsageDays } from "./usage-days";
import { UsageReader } from "./usage-reader";
import type { DayPlaces } from "../chart-reader";
import { SIZES, usageScale } from "./usage-scale";
import type { Size } from "../sizes";

function placesOf(series: UsageSeries, size: Size): DayPlaces {
  const { x, step } = usageScale(series, size);
  return { width: SIZES[size].width, first: x(0), step };
}

const TOTAL_COLUMNS: readonly Column<UsageSeries["totals"][number] & { swatch: string }>[] = [
  {
    label: "Endpoint",
    cell: ({ name, swatch }) => (
      <>
        <i className={`swatch ${swatch}`} />
        {name}
      </>
    ),
  },
  { label: "Credits", cell: ({ credits }) => formatCount(credits) },
  { label: "Calls", cell: ({ calls }) => formatCount(calls) },
];

function Totals({ series }: { series: UsageSeries }) {
  const { totals, days } = series;
  const uncharged = days.reduce((sum, day) => sum + (day.uncharged ?? 0), 0);
  const kept = days.findIndex((day) => day.uncharged !== null);
  const since = kept > 0 ? ` since ${formatDay(dateOf(series, kept))}` : "";
  return (
    <DataTable
      caption="Total of these days by endpoint"
      columns={TOTAL_COLUMNS}
      rows={[
        ...totals.map((total, index) => ({ ...total, swatch: `series-${index + 1}` })),
        { name: `Not charged${since}`, credits: 0, calls: uncharged, swatch: "not-charged" },
      ]}
      keyOf={({ swatch }) => swatch}
      className="usage-totals"
    />
  );
}

/** Credits of each day by endpoint. Calls that were not charged stand below, with no credits to stack. */
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
