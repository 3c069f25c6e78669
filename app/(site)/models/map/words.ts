import { benchmarkKinds, benchmarkName } from "@/lib/catalogs/score-sources";
import { isTask, type PriceKind } from "@/lib/domain/models/model-map";
import { COVERAGE_NEEDED, ROUTING_BLENDS } from "@/lib/domain/models/routing/routing-blends";

/** What stands on the axis of quality, in words. */
export interface Measure {
  /** As in `Price against …`. */
  name: string;
  axis: string;
  /** As in `10 have no …`. */
  missing: string;
  note: string;
}

export function measureOf(y: string): Measure {
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
    missing: `too few scores for the task ${y}`,
    note: `${parts}: the quality that routing computes. A score that is missing counts as the 25th percentile of its benchmark; at least ${COVERAGE_NEEDED * 100} % of the weights must be measured. Scores of different task sets of one test are compared.`,
  };
}

export const PRICE_WORDS: Readonly<Record<PriceKind, string>> = {
  input: "Input price",
  output: "Output price",
  blended: "Blended price",
};
