import { linearAxis, logAxis } from "../axis";
import { formatPrice } from "@/lib/domain/pages/format";
import { markOf } from "./maker-marks";
import type { ScatterScale } from "./scatter-scale";

export interface PricedScore {
  /** Its own among all. */
  key: string;
  name: string;
  maker: string;
  makerId: string;
  /** USD per 1M tokens. */
  price: number;
  score: number;
}

export interface PricedScores {
  models: readonly PricedScore[];
  /** Models that score more than everything cheaper, in order of price. */
  frontier: readonly PricedScore[];
  marks: ReadonlyMap<string, number>;
  isLog: boolean;
  /** Whether the wide drawing is lower than usual, for a screen that has more to show. */
  isLow?: boolean;
  /** What the axes are called. */
  price: string;
  score: string;
}

const Y_TICKS = 5;

const named = ({ name, price }: PricedScore): string => `${name} (${formatPrice(price)})`;

/** The drawing in one sentence, which begins with what is compared. */
export function frontierSentence(subject: string, frontier: readonly PricedScore[]): string {
  const [cheapest, best] = [frontier[0], frontier.at(-1)];
  if (!cheapest || !best) return `${subject}: all of them are given away.`;
  if (cheapest === best) return `${subject}: none scores more than ${named(best)}, and none that scores as much costs less.`;
  return `${subject}: ${frontier.length} score more than everything cheaper, from ${named(cheapest)} to ${named(best)}.`;
}

/** Axes and points of models by price and score. Those that nothing cheaper beats are marked. */
export function priceScoreScale({ models, frontier, marks, isLog, isLow, price, score }: PricedScores): ScatterScale {
  const best = new Set(frontier);
  const inOrder = models.toSorted((a, b) => a.price - b.price || a.score - b.score);
  const prices = inOrder.map((model) => model.price);
  const scores = inOrder.map((model) => model.score);
  const positive = prices.filter((usd) => usd > 0);
  const xAxis = (isLog ? logAxis(positive, true) : null) ?? linearAxis(0, Math.max(1, ...prices));
  return {
    points: inOrder.map((model) => ({
      name: model.name,
      maker: model.maker,
      mark: markOf(marks, model.makerId),
      x: model.price,
      y: model.score,
      isFrontier: best.has(model),
    })),
    xAxis,
    yAxis: linearAxis(Math.min(...scores), Math.max(...scores), Y_TICKS, true),
    hasGutter: xAxis.isLog && prices.includes(0),
    xLabel: isLog ? `${price}, log` : price,
    yLabel: score,
    xUnit: "price",
    yUnit: "score",
    isLow,
  };
}
