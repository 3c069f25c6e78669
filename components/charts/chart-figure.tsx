import type { ReactNode } from "react";

interface Props {
  /** The chart in one sentence: its caption, and its name for who does not see it. */
  sentence: string;
  kind?: "scatter";
  /** What the table lists, as in `Table of the days`. */
  listed: string;
  /** The figures of the chart, to be read without the drawing. */
  table: ReactNode;
  /** What is offered beside the table. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A chart under its sentence, with its figures folded below it. */
export function ChartFigure({ sentence, kind, listed, table, foot, children }: Props) {
  return (
    <figure className={kind === undefined ? "chart" : `chart ${kind}`} aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      {children}
      <div className="chart-foot">
        <details className="chart-table">
          <summary>{`Table of the ${listed}`}</summary>
          {table}
        </details>
        {foot}
      </div>
    </figure>
  );
}
