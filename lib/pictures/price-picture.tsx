import { daysOfPrices, PRICE_LINES, priceSentence, type PricePoint, type PriceRangeOfDays } from "@/components/charts/prices/price-text";
import { SeriesDrawing } from "@/components/charts/series/series-drawing";
import { seriesScale, SIZES } from "@/components/charts/series/series-scale";
import { LEAST_POINTS } from "@/components/charts/series/series-text";
import { formatPrice } from "@/lib/domain/pages/format";
import type { Picture, PictureSource } from "./picture";

interface PriceCourse {
  name: string;
  provider: string;
  /** Now, in USD per 1M tokens. */
  input: number | null;
  output: number | null;
  /** Captured days only. */
  points: readonly PricePoint[];
  range: PriceRangeOfDays;
}

/** The course of a model's price, as the model's page draws it. */
export function pricePicture({ name, provider, input, output, points, range }: PriceCourse, source: PictureSource): Picture {
  const text = {
    title: `Price of ${name}`,
    subtitle:
      input === null || output === null
        ? `$ per 1M tokens at ${provider}`
        : `${formatPrice(input)} in, ${formatPrice(output)} out per 1M tokens at ${provider}`,
    sentence: priceSentence(name, points, range),
    source,
    kind: "series" as const,
  };
  if (points.length < LEAST_POINTS) return { ...text, drawing: null };
  const scale = seriesScale({ days: daysOfPrices(points, range), lines: PRICE_LINES, unit: "price" });
  return { ...text, drawing: { draw: (size) => <SeriesDrawing scale={scale} size={size} />, box: (size) => SIZES[size] } };
}
