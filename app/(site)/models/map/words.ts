import { benchmarkKinds, benchmarkName } from "@/lib/catalogs/score-sources";
import { ABILITY, ABILITY_AXIS, isTask, type PriceKind } from "@/lib/domain/models/model-map";
import { ROUTING_BLENDS } from "@/lib/domain/models/routing/routing-blends";

/** What stands on the axis of quality, in words. */
export interface Measure {
  /** The words after `Price against`. */
  name: string;
  axis: string;
  /** The words after `10 have no`. */
  missing: string;
  note: string;
}

export function measureOf(y: string): Measure {
  if (y === ABILITY) {
    return {
      name: "ability",
      axis: ABILITY_AXIS,
      missing: "no rank: too few scores, or too wide an interval",
      note: "One figure for each model, fitted to every benchmark score there is. Claude 3.5 Sonnet of June 2024 is 130, GPT-5 is 150.",
    };
  }
  if (!isTask(y)) {
    const kind = benchmarkKinds.find(({ id }) => id === y);
    const name = benchmarkName(y);
    return {
      name,
      axis: `${name}, ${kind?.unit ?? "% of 100"}`,
      missing: `no ${name} score`,
      note: "Published scores of the task set that most models were measured on. Each has its own source, setting and day: see the benchmark's page.",
    };
  }
  const parts = Object.entries(ROUTING_BLENDS[y])
    .map(([id, percent]) => `${percent} % ${benchmarkName(id)}`)
    .join(", ");
  return {
    name: `the score for the task ${y}`,
    axis: `Score for the task ${y}, 0 to 100`,
    missing: `no rank, so that their score for the task ${y} cannot be estimated`,
    note: `${parts}: the quality that routing computes. A score that nobody measured is estimated by the model's ability; a model without a rank is left out. Scores of different task sets of one test are compared.`,
  };
}

export const PRICE_WORDS: Readonly<Record<PriceKind, string>> = {
  input: "Input price",
  output: "Output price",
  blended: "Blended price",
};
