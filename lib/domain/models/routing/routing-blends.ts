import type { EstimatedScore, Estimates } from "../capability/estimated-scores";
import { BENCHMARK_IDS, type BenchmarkId } from "../scores/benchmark-ids";

export const ROUTING_TASKS = ["code", "reasoning", "creative", "general"] as const;
export type RoutingTask = (typeof ROUTING_TASKS)[number];

/** Percent of each benchmark in a task's blend. */
export const ROUTING_BLENDS: Readonly<Record<RoutingTask, Readonly<Partial<Record<BenchmarkId, number>>>>> = {
  code: { human_eval: 40, swe_bench: 40, mmlu_pro: 20 },
  reasoning: { gpqa_diamond: 40, math: 40, mmlu_pro: 20 },
  creative: { mmlu_pro: 50, human_eval: 25, math: 25 },
  general: { swe_bench: 20, mmlu_pro: 20, human_eval: 20, gpqa_diamond: 20, math: 20 },
};

/** What a caller should know of what a task's quality is made of. */
export const taskNotes = (task: RoutingTask): string[] =>
  task === "creative" ? ["quality for creative stands on benchmarks of knowledge, code and maths: none of the five measures writing"] : [];

const MAX_SCORE = 100;

/** A smaller share of a task's benchmarks says too little about it. */
const COVERAGE_NEEDED = 0.4;

type Scores = Readonly<Record<string, number | undefined>>;

export interface TaskBlend {
  /** 0 to 1: weighted mean over the benchmarks; 0 without any. */
  blend: number;
  /** Share of the weights that was measured, 0 to 1. */
  coverage: number;
  /** Share of the weights that was measured or that the fit of abilities estimates. */
  known: number;
  /** What stands where no score was measured. */
  assumed: EstimatedScore[];
}

/** A score of 0 counts as not measured: no model in the catalog solves nothing. */
const isScore = (score: number | undefined): score is number => score !== undefined && score > 0;

/** Blends measured scores, and estimates where there are none. A benchmark without either drops out. */
export function taskBlend(task: RoutingTask, scores: Scores, estimates: Estimates): TaskBlend {
  let [weight, sum, covered, known] = [0, 0, 0, 0];
  const assumed: EstimatedScore[] = [];
  for (const benchmark of BENCHMARK_IDS) {
    const percent = ROUTING_BLENDS[task][benchmark] ?? 0;
    const [own, estimate] = [scores[benchmark], estimates[benchmark]];
    const score = isScore(own) ? own : estimate?.score;
    if (percent === 0 || score === undefined) continue;
    weight += percent;
    sum += percent * score;
    if (isScore(own)) covered += percent;
    else if (estimate) assumed.push(estimate);
    if (isScore(own) || estimate?.basis === "capability") known += percent;
  }
  return { blend: weight === 0 ? 0 : sum / (weight * MAX_SCORE), coverage: covered / 100, known: known / 100, assumed };
}

export const isKnown = ({ blend, known }: TaskBlend): boolean => blend > 0 && known >= COVERAGE_NEEDED;
