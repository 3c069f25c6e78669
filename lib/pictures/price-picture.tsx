import { daysOfPrices, PRICE_LINES, priceSentence, type PricePoint, type PriceRangeOfDays } from "@/components/charts/prices/price-text";
import { SeriesDrawing } from "@/components/charts/series/series-drawing";
import { seriesScale, SIZES } from "@/components/charts/series/series-scale";
import { LEAST_POINTS } from "@/components/charts/series/series-text";
import type { Picture, PictureSource } from "./picture";

interface PriceCourse {
  name: string;
  provider: string;
  /** Captured days only. */
  points: readonly PricePoint[];
  range: PriceRangeOfDays;
}

/** The course of a model's price, as the model's page draws it. */
export function pricePicture({ name, provider, points, range }: PriceCourse, source: PictureSource): Picture {
  const text = {
    title: `Price of ${name}`,
    subtitle: `At ${provider}, $ per 1M tokens`,
    sentence: priceSentence(name, points, range),
    source,
    kind: "series" as const,
  };
  if (points.length < LEAST_POINTS) return { ...text, drawing: null };
  const scale = seriesScale({ days: daysOfPrices(points, range), lines: PRICE_LINES, unit: "price" });
  return { ...text, drawing: { draw: (size) => <SeriesDrawing scale={scale} size={size} />, box: (size) => SIZES[size] } };
}
