import { pairDays } from "./compare-days";
import { deltaPct, roundTo } from "../basics/arithmetic";
import type { ModelScores } from "../models/scores/scores-by-model";

interface ScoreChange {
  model: ModelScores;
  benchmark: string;
  /** Null: no score on that day. */
  from: number | null;
  to: number | null;
  deltaPct: number | null;
  deltaPp: number | null;
}

export interface ScoreComparison {
  added: ModelScores[];
  removed: ModelScores[];
  changed: ScoreChange[];
  changedModels: number;
  unchangedModels: number;
}

function changesOf(before: ModelScores, after: ModelScores): ScoreChange[] {
  const benchmarks = [...new Set([...Object.keys(before.scores), ...Object.keys(after.scores)])].sort();
  return benchmarks.flatMap((benchmark): ScoreChange[] => {
    const [from, to] = [before.scores[benchmark] ?? null, after.scores[benchmark] ?? null];
    if (from === to) return [];
    return [
      {
        model: after,
        benchmark,
        from,
        to,
        deltaPct: deltaPct(from, to),
        deltaPp: from === null || to === null ? null : roundTo(to - from, 4),
      },
    ];
  });
}

export function compareScores(before: readonly ModelScores[], after: readonly ModelScores[]): ScoreComparison {
  const { added, removed, both } = pairDays(before, after, ({ benchmarkKey }) => benchmarkKey);
  const changed = both.flatMap((pair) => changesOf(pair.before, pair.after));
  const changedModels = new Set(changed.map(({ model }) => model)).size;
  return { added, removed, changed, changedModels, unchangedModels: both.length - changedModels };
}
