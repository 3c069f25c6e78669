export const ROUTING_TASKS = ["code", "reasoning", "creative", "general"] as const;
export type RoutingTask = (typeof ROUTING_TASKS)[number];

/** Percent of each benchmark in a task's quality. */
export const ROUTING_BLENDS: Readonly<Record<RoutingTask, Readonly<Record<string, number>>>> = {
  code: { human_eval: 40, swe_bench: 40, mmlu_pro: 20 },
  reasoning: { gpqa_diamond: 40, math: 40, mmlu_pro: 20 },
  creative: { mmlu_pro: 50, human_eval: 25, math: 25 },
  general: { swe_bench: 20, mmlu_pro: 20, human_eval: 20, gpqa_diamond: 20, math: 20 },
};

const MAX_SCORE = 100;

/** Fewer scores say too little about a task. */
export const COVERAGE_NEEDED = 0.4;

export interface TaskQuality {
  /** 0 to 1: weighted mean over the measured benchmarks; 0 without any. */
  quality: number;
  /** Share of the weights that was measured, 0 to 1. */
  coverage: number;
}

/** A score of 0 counts as not measured: no model in the catalog solves nothing. */
export function taskQuality(task: RoutingTask, scores: Readonly<Record<string, number>>): TaskQuality {
  const present = Object.entries(ROUTING_BLENDS[task]).flatMap(([benchmark, percent]) => {
    const score = scores[benchmark];
    return score !== undefined && score > 0 ? [{ percent, score }] : [];
  });
  const covered = present.reduce((sum, { percent }) => sum + percent, 0);
  const weighted = present.reduce((sum, { percent, score }) => sum + percent * score, 0);
  return { quality: covered === 0 ? 0 : weighted / (covered * MAX_SCORE), coverage: covered / 100 };
}

export const isMeasured = ({ quality, coverage }: TaskQuality): boolean => quality > 0 && coverage >= COVERAGE_NEEDED;
