import type { ReactNode } from "react";
import { SeriesFigure } from "../series/series-figure";
import { daysOfPrices, PRICE_LINES, priceSentence, type PricePoint, type PriceRangeOfDays } from "./price-text";

interface Props {
  title: string;
  /** Captured days only. */
  points: readonly PricePoint[];
  range: PriceRangeOfDays;
  scale?: "linear" | "log";
  /** Address of the series as CSV, where the endpoint has it. */
  csvHref?: string;
  /** What is offered beside the table of the days. */
  foot?: ReactNode;
}

export function PriceFigure({ title, points, range, scale = "linear", csvHref, foot }: Props) {
  return (
    <SeriesFigure
      title={title}
      sentence={priceSentence(title, points, range)}
      days={daysOfPrices(points, range)}
      lines={PRICE_LINES}
      unit="price"
      wantsLog={scale === "log"}
      csvHref={csvHref}
      foot={foot}
    />
  );
}
