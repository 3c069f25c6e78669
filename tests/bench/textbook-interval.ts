import { criticalT, type LineFit, type Prediction } from "@/lib/domain/history/fit-line";

/** The 95% prediction interval of least squares for independent normal noise, with which the forecast's interval is compared. */
export function predictAt({ count, slope, meanX, meanY, sxx, residualDeviation }: LineFit, x: number): Prediction {
  const predicted = meanY + slope * (x - meanX);
  const margin = criticalT(count - 2) * residualDeviation * Math.sqrt(1 + 1 / count + (x - meanX) ** 2 / sxx);
  return { predicted, lower: predicted - margin, upper: predicted + margin };
}
