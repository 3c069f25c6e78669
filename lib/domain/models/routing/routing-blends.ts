export const ROUTING_TASKS = ["code", "reasoning", "creative", "general"] as const;
export type RoutingTask = (typeof ROUTING_TASKS)[number];

/** Percent of each benchmark in a task's quality. */
export const ROUTING_BLENDS: Readonly<Record<RoutingTask, Readonly<Record<string, number>>>> = {
  code: { human_eval: 40, swe_bench: 40, mmlu_pro: 20 },
  reasoning: { gpqa_diamond: 40, math: 40, mmlu_pro: 20 },
  creative: { mmlu_pro: 50, human_eval: 25, math: 25 },
  general: { swe_bench: 20, mmlu_pro: 20, human_eval: 20, gpqa_diamond: 20, math: 20 },
};

/** What a caller should know of what a task's quality is made of. */
export const taskNotes = (task: RoutingTask): string[] =>
  task === "creative" ? ["quality for creative stands on benchmarks of knowledge, code and maths: none of the five measures writing"] : [];

const MAX_SCORE = 100;

/** Fewer scores say too little about a task. */
export const COVERAGE_NEEDED = 0.4;

type Scores = Readonly<Record<string, number | undefined>>;

/** By benchmark: what a missing score counts as. Benchmarks that nobody was measured on are absent. */
export type LowScores = Readonly<Record<string, number>>;

export interface AssumedScore {
  benchmark: string;
  score: number;
}

export interface TaskQuality {
  /** 0 to 1: weighted mean over the benchmarks; 0 without any. */
  quality: number;
  /** Share of the weights that was measured, 0 to 1. */
  coverage: number;
  /** What was filled in for scores that are missing. */
  assumed: AssumedScore[];
}

const ASSUMED_QUANTILE = 0.25;

/** Linear between the two nearest values; of one value, that value. The statistics library is wrong for one and for two. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
}

/** A score of 0 counts as not measured: no model in the catalog solves nothing. */
const isScore = (score: number | undefined): score is number => score !== undefined && score > 0;

/** The 25th percentile of each benchmark: makers publish what they are good at, so a score that is missing is rather a low one. */
export function lowScoresOf(models: readonly Scores[]): LowScores {
  const benchmarks = new Set(models.flatMap((scores) => Object.keys(scores)));
  const low = [...benchmarks].flatMap((benchmark) => {
    const known = models.map((scores) => scores[benchmark]).filter(isScore);
    const sorted = known.toSorted((a, b) => a - b);
    return sorted.length === 0 ? [] : [[benchmark, quantile(sorted, ASSUMED_QUANTILE)] as const];
  });
  return Object.fromEntries(low);
}

export function taskQuality(task: RoutingTask, scores: Scores, lowScores: LowScores): TaskQuality {
  let [weight, sum, covered] = [0, 0, 0];
  const assumed: AssumedScore[] = [];
  for (const [benchmark, percent] of Object.entries(ROUTING_BLENDS[task])) {
    const own = scores[benchmark];
    const score = isScore(own) ? own : lowScores[benchmark];
    if (score === undefined) continue;
    weight += percent;
    sum += percent * score;
    if (isScore(own)) covered += percent;
    else assumed.push({ benchmark, score });
  }
  return { quality: weight === 0 ? 0 : sum / (weight * MAX_SCORE), coverage: covered / 100, assumed };
}

export const isMeasured = ({ quality, coverage }: TaskQuality): boolean => quality > 0 && coverage >= COVERAGE_NEEDED;
