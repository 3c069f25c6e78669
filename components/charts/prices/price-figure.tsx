import { fillDays } from "@/lib/domain/basics/date-range";
import { SeriesFigure } from "../series/series-figure";
import { PRICE_LINES, priceSentence, type PricePoint } from "./price-text";

interface Props {
  title: string;
  /** Captured days only. */
  points: readonly PricePoint[];
  range: { from: string; to: string; days: number };
  scale?: "linear" | "log";
  /** Address of the series as CSV, where the endpoint has it. */
  csvHref?: string;
}

export const daysOfPrices = (points: readonly PricePoint[], range: Props["range"]) =>
  fillDays(points, range).map(({ date, day }) => ({
    date,
    values: { input: day?.input ?? null, output: day?.output ?? null, blended: day?.blended ?? null },
  }));

export function PriceFigure({ title, points, range, scale = "linear", csvHref }: Props) {
  return (
    <SeriesFigure
      title={title}
      sentence={priceSentence(title, points, range)}
      days={daysOfPrices(points, range)}
      lines={PRICE_LINES}
      unit="price"
      wantsLog={scale === "log"}
      csvHref={csvHref}
    />
  );
}
