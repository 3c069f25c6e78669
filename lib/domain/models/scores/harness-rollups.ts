/** A published score of a harness with a model. Versions of a benchmark are different task sets. */
export interface HarnessScore {
  harness: string;
  model: string;
  benchmark: string;
  version: string;
  score: number;
  kind: "vendor" | "leaderboard";
  variant: string | null;
  date: string | null;
  source: string;
  source_url: string;
}

/** `versions` are in order of preference: a score of a later one never replaces one of an earlier one. */
export interface VersionedBenchmark {
  id: string;
  versions: readonly string[];
}

export interface HarnessResult {
  harness: string;
  model: string;
  best: Record<string, HarnessScore | null>;
  /** Scores not in `best`: other versions, variants and dates. */
  others: HarnessScore[];
}

export interface HarnessRollup {
  harness: string;
  best: Record<string, HarnessScore | null>;
}

const byScore = (a: HarnessScore, b: HarnessScore): number =>
  b.score - a.score || a.model.localeCompare(b.model, "en") || (b.date ?? "").localeCompare(a.date ?? "");

function bestOf(scores: readonly HarnessScore[], benchmark: VersionedBenchmark): HarnessScore | null {
  const own = scores.filter((score) => score.benchmark === benchmark.id);
  const version = benchmark.versions.find((candidate) => own.some((score) => score.version === candidate));
  return own.filter((score) => score.version === version).toSorted(byScore)[0] ?? null;
}

const bestPerBenchmark = (
  scores: readonly HarnessScore[],
  benchmarks: readonly VersionedBenchmark[],
): Record<string, HarnessScore | null> => Object.fromEntries(benchmarks.map((benchmark) => [benchmark.id, bestOf(scores, benchmark)]));

export function harnessResults(
  scores: readonly HarnessScore[],
  harnesses: readonly string[],
  benchmarks: readonly VersionedBenchmark[],
): HarnessResult[] {
  return harnesses.flatMap((harness) => {
    const own = scores.filter((score) => score.harness === harness);
    const models = [...new Set(own.map(({ model }) => model))].toSorted((a, b) => a.localeCompare(b, "en"));
    return models.map((model) => {
      const rows = own.filter((score) => score.model === model);
      const best = bestPerBenchmark(rows, benchmarks);
      const chosen = new Set(Object.values(best));
      return { harness, model, best, others: rows.filter((score) => !chosen.has(score)).toSorted(byScore) };
    });
  });
}

/** Best score of each harness per benchmark, in the first preferred version for which it has scores. */
export function harnessRollups(
  scores: readonly HarnessScore[],
  harnesses: readonly string[],
  benchmarks: readonly VersionedBenchmark[],
): HarnessRollup[] {
  return harnesses.map((harness) => ({
    harness,
    best: bestPerBenchmark(
      scores.filter((score) => score.harness === harness),
      benchmarks,
    ),
  }));
}
