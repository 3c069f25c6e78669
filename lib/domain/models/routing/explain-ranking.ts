import type { EstimatedScore } from "../capability/estimated-scores";
import { ROUTING_PARTS, type RoutingPart } from "./routing-parts";
import type { RoutingWeights } from "./routing-weights";

interface Recommended {
  model: { name: string };
  composite_score: number;
  components: Readonly<Record<RoutingPart, number>>;
  /** Share of the task's benchmarks, by weight, that the model has scores for. */
  coverage: number;
  /** What stands for the others. */
  assumed: readonly Pick<EstimatedScore, "basis">[];
}

/** What each part adds to the score of a model: its weight times its value. */
export const partsOf = (
  { components }: Pick<Recommended, "components">,
  weights: RoutingWeights,
): { part: RoutingPart; points: number }[] => ROUTING_PARTS.map((part) => ({ part, points: weights[part] * components[part] }));

/** A smaller difference rounds to nothing in what is shown. */
const LEAST = 0.0005;
const points = (value: number): string => value.toFixed(3);

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1) ?? ""}`;

/** A quality of few benchmarks is partly an estimate. */
function restsOn({ coverage, assumed }: Recommended): string {
  if (assumed.length === 0) return "";
  const from = assumed.every(({ basis }) => basis === "capability") ? "estimated from its other scores" : "assumed to be low";
  if (coverage === 0) return `; no benchmark of the task was measured for it, so its quality is ${from}`;
  return `; ${Math.round(coverage * 100)} % of the task's benchmarks were measured for it, and the rest is ${from}`;
}

/** Why the first model stands before the second, in the parts of their scores: one sentence. */
export function whyFirst(recommended: readonly Recommended[], weights: RoutingWeights): string {
  const [first, second] = recommended;
  if (!first) return "No model fits.";
  if (!second) return `${first.model.name} is the only model that fits, with a score of ${points(first.composite_score)}${restsOn(first)}.`;
  const theirs = new Map(partsOf(second, weights).map((entry) => [entry.part, entry.points]));
  const gaps = partsOf(first, weights).map((entry) => ({ part: entry.part, gap: entry.points - (theirs.get(entry.part) ?? 0) }));
  const bySize = (sign: 1 | -1) =>
    gaps
      .filter(({ gap }) => sign * gap >= LEAST)
      .toSorted((a, b) => sign * (b.gap - a.gap))
      .map(({ part, gap }) => `${points(Math.abs(gap))} in ${part}`);
  const [gains, losses] = [bySize(1), bySize(-1)];
  const lead = `${first.model.name} is first with ${points(first.composite_score)}, before ${second.model.name} with ${points(second.composite_score)}`;
  if (gains.length === 0) return `${lead}: their scores are as good as equal${restsOn(first)}.`;
  return `${lead}: it gains ${listed(gains)}, and loses ${losses.length === 0 ? "nothing" : listed(losses)}${restsOn(first)}.`;
}
