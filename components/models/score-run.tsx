"use client";

import { lazy } from "react";
import type { ScorePoint } from "@/components/charts/score-series";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";

// What draws an answer is loaded when there is one: few readers run a premium call.
const ScoreSeriesFigure = lazy(() => import("@/components/charts/score-series").then((file) => ({ default: file.ScoreSeriesFigure })));

interface SeriesAnswer {
  points: ScorePoint[];
  range: { from: string; to: string; days: number };
}

interface Props {
  title: string;
  days: number;
  request: PremiumRequest;
}

/** The score of every captured day, when a reader asks for it. */
export function ScoreSeriesRun({ title, days, request }: Props) {
  return (
    <RunBlock<SeriesAnswer> title={`Scores of ${days} days`} lead={`${title}, on every captured day.`} request={request}>
      {({ points, range }) => <ScoreSeriesFigure title={title} points={points} range={range} />}
    </RunBlock>
  );
}
