import type { ReactNode } from "react";
import { linearAxis, logAxis } from "../axis";
import { ChartFigure } from "../chart-figure";
import type { Unit } from "../series/series-text";
import { ScatterDrawing } from "./scatter-drawing";
import { ScatterReader } from "./scatter-reader";
import { type ScatterPoint, type ScatterScale } from "./scatter-scale";

interface Props {
  title: string;
  /** The chart in one sentence. */
  sentence: string;
  points: readonly ScatterPoint[];
  isLog: boolean;
  xLabel: string;
  yLabel: string;
  xUnit: Unit;
  yUnit: Unit;
  /** All points as a table. */
  table: ReactNode;
}

const Y_TICKS = 5;

function scaleOf({ points, isLog, ...words }: Omit<Props, "title" | "sentence" | "table">): ScatterScale {
  const inOrder = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const prices = inOrder.map(({ x }) => x);
  const scores = inOrder.map(({ y }) => y);
  const xAxis =
    (isLog
      ? logAxis(
          prices.filter((price) => price > 0),
          true,
        )
      : null) ?? linearAxis(0, Math.max(1, ...prices));
  const yAxis = linearAxis(Math.min(...scores), Math.max(...scores), Y_TICKS, true);
  return {
    points: inOrder,
    xAxis,
    yAxis,
    hasGutter: xAxis.isLog && prices.includes(0),
    xLabel: words.xLabel,
    yLabel: words.yLabel,
    xUnit: words.xUnit,
    yUnit: words.yUnit,
  };
}

/** Price against quality, drawn by the server. Pointer and arrow keys read it; a table has the same figures. */
export function ScatterFigure({ title, sentence, table, ...given }: Props) {
  const scale = scaleOf(given);
  return (
    <ChartFigure sentence={sentence} kind="scatter" listed="models" table={table}>
      <ScatterReader scale={scale} label={title}>
        <ScatterDrawing scale={scale} size="wide" />
        <ScatterDrawing scale={scale} size="narrow" />
      </ScatterReader>
    </ChartFigure>
  );
}
