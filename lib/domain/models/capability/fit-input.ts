import type { ScoredModel } from "../scores/merge-scores";
import { settingOf, type ScoreMeasurement } from "../scores/measurements";
import type { Measurement, Setting, Skill } from "./ability-fit";
import type { Target } from "./leave-out";

/** What the fit has to know of a benchmark. */
export interface AskedBenchmark {
  id: string;
  skill: Skill | null;
  /** Points that guessing reaches. */
  guessing: number;
}

export interface FitInput {
  measurements: Measurement[];
  settings: Setting[];
}

/** A curve through two models would say nothing. */
const FEWEST_MODELS = 3;
/** Answers in no valid form fall below guessing. */
const VALID_ANSWERS = 0.8;
const MIDDLE_OF_INDEX = 140;
const POINTS_OF_INDEX = 10;

/** Scores as the fit wants them; settings in which too few models were measured are left out. */
export function fitInputOf(scores: readonly ScoreMeasurement[], asked: readonly AskedBenchmark[], indexId: string): FitInput {
  const benchmarks = new Map(asked.map((benchmark) => [benchmark.id, benchmark]));
  const settings = new Map<string, Setting>();
  const counts = new Map<string, number>();
  for (const score of scores) {
    const benchmark = benchmarks.get(score.benchmarkId);
    const isIndex = score.benchmarkId === indexId;
    if (!benchmark && !isIndex) continue;
    const [id, floor] = [settingOf(score), (VALID_ANSWERS * (benchmark?.guessing ?? 0)) / 100];
    settings.set(id, { id, benchmark: score.benchmarkId, skill: benchmark?.skill ?? null, floor, isIndex });
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const used = [...settings.values()].filter(({ id }) => (counts.get(id) ?? 0) >= FEWEST_MODELS);
  const isIndex = new Map(used.map((setting) => [setting.id, setting.isIndex]));
  return {
    settings: used,
    measurements: scores.flatMap((score) => {
      const setting = settingOf(score);
      const ofIndex = isIndex.get(setting);
      if (ofIndex === undefined) return [];
      return [{ model: score.model, setting, value: ofIndex ? (score.value - MIDDLE_OF_INDEX) / POINTS_OF_INDEX : score.value / 100 }];
    }),
  };
}

/** The scores that answers show of each model, as far as somebody measured them. */
export const targetsOf = (models: readonly Pick<ScoredModel, "key" | "scores">[]): Target[] =>
  models.flatMap(({ key, scores }) =>
    Object.entries(scores).flatMap(([benchmark, { variant, kind, value }]) =>
      kind === "unverified"
        ? []
        : [
            {
              model: key,
              benchmark,
              setting: settingOf({ benchmarkId: benchmark, variant, isMakers: kind === "vendor" }),
              value: value / 100,
            },
          ],
    ),
  );
