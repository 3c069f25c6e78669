import type { ReactNode } from "react";
import { DataTable, type Column } from "@/components/ui/data-table";
import { formatDay } from "@/lib/domain/pages/format";
import { ChartFigure } from "../chart-figure";
import { SeriesDrawing } from "./series-drawing";
import { SeriesReader } from "./series-reader";
import { placesOf, seriesScale } from "./series-scale";
import { LEAST_POINTS, UNITS, type SeriesDay, type SeriesLine, type Unit } from "./series-text";

type GivenDay = Omit<SeriesDay, "index">;

interface Props {
  /** What the chart is of; its name. */
  title: string;
  /** The chart in one sentence. */
  sentence: string;
  /** Every day of the range, in order. */
  days: readonly GivenDay[];
  lines: readonly SeriesLine[];
  unit: Unit;
  wantsLog?: boolean;
  highest?: number;
  /** The day after which nothing was captured yet. */
  today?: number;
  /** Columns of the table beside the day; by default one for each line. */
  columns?: readonly Column<GivenDay>[];
  /** Address of the series as CSV, where the endpoint has it. */
  csvHref?: string | undefined;
  /** What is offered beside the table. */
  foot?: ReactNode;
}

const isKnown = ({ values }: GivenDay): boolean => Object.values(values).some((value) => value !== null);

/** A picture of level lines says no more when it is tall. */
const isLevel = (days: readonly GivenDay[], lines: readonly SeriesLine[]): boolean =>
  lines.every(({ key }) => new Set(days.flatMap(({ values }) => values[key] ?? [])).size <= 1) &&
  days.every(({ band }) => band === undefined);

const DAY: Column<GivenDay> = { label: "Day", cell: ({ date }) => <time dateTime={date}>{formatDay(date)}</time> };

/** Values by day as lines, drawn by the server. Pointer and arrow keys read them; a table has the same figures. */
export function SeriesFigure({ title, sentence, days, lines, unit, wantsLog, highest, today, columns, csvHref, foot }: Props) {
  const known = days.filter(isKnown);
  const shown =
    columns ??
    lines.map(({ key, word }) => ({
      label: word,
      cell: ({ values }: GivenDay) => {
        const value = values[key] ?? null;
        return value === null ? "–" : UNITS[unit](value);
      },
    }));
  const table = (
    <>
      <DataTable caption={`Days of ${title}`} columns={[DAY, ...shown]} rows={known} keyOf={({ date }) => date} />
      {csvHref && (
        <p className="chart-csv">
          <a href={csvHref}>The same days as CSV</a>
        </p>
      )}
    </>
  );
  if (known.length < LEAST_POINTS) {
    return (
      <figure className="chart" aria-label={sentence}>
        <figcaption>{sentence}</figcaption>
        {known.length > 0 && <div className="chart-table">{table}</div>}
        {foot}
      </figure>
    );
  }
  const scale = seriesScale({ days, lines, unit, today, wantsLog, highest, isLow: isLevel(known, lines) });
  return (
    <ChartFigure sentence={sentence} listed="days" table={table} foot={foot}>
      <SeriesReader scale={scale} label={title} places={{ wide: placesOf(scale, "wide"), narrow: placesOf(scale, "narrow") }}>
        <SeriesDrawing scale={scale} size="wide" />
        <SeriesDrawing scale={scale} size="narrow" />
      </SeriesReader>
    </ChartFigure>
  );
}
