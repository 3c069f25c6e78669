"use client";

import { lazy, type ReactNode } from "react";
import type { PricePoint } from "@/components/charts/prices/price-text";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import type { ForecastAnswer, PastPrice } from "./forecast-answer";

// What draws an answer is loaded when there is one: few readers run a premium call.
const PriceFigure = lazy(() => import("@/components/charts/prices/price-figure").then((file) => ({ default: file.PriceFigure })));
const ForecastShown = lazy(() => import("./forecast-answer").then((file) => ({ default: file.ForecastShown })));

interface SeriesAnswer {
  points: PricePoint[];
  range: { from: string; to: string; days: number };
}

interface Props {
  model: string;
  request: PremiumRequest;
}

/** Ninety days of prices, when a reader asks for them. */
export function LongPriceRun({ model, request }: Props) {
  return (
    <RunBlock<SeriesAnswer> title="Prices of 90 days" lead="Input, output and blended price of every captured day." request={request}>
      {({ points, range }) => <PriceFigure title={model} points={points} range={range} />}
    </RunBlock>
  );
}

/** The example is drawn by the server, so that the page needs no code of the chart for it. */
export function ForecastRun({ model, history, request, example }: Props & { history: readonly PastPrice[]; example: ReactNode }) {
  return (
    <RunBlock<ForecastAnswer>
      title="Forecast of 7 days"
      lead="A straight line through the captured days of the last 30, drawn on, with its 95 % prediction interval."
      request={request}
      example={example}
    >
      {(answer) => <ForecastShown model={model} history={history} answer={answer} />}
    </RunBlock>
  );
}
