import { groupBy } from "../../basics/group-by";

interface Origin {
  version: string;
  kind: string;
  source_url: string;
  date: string | null;
}

export interface HarnessResultEntry {
  harness: string;
  model: string;
  scores: Readonly<Record<string, number | null>>;
  origins: Readonly<Record<string, Origin | undefined>>;
  others: readonly (Origin & { benchmark: string; score: number })[];
}

interface HarnessScorePoint extends Origin {
  model: string;
  score: number;
}

export interface HarnessBoardRow {
  harness: string;
  /** The best score of each base model, the best first. */
  points: readonly [HarnessScorePoint, ...HarnessScorePoint[]];
}

function pointsOf({ model, scores, origins, others }: HarnessResultEntry, benchmark: string): HarnessScorePoint[] {
  const [score, origin] = [scores[benchmark], origins[benchmark]];
  const main = typeof score === "number" && origin ? [{ ...origin, model, score }] : [];
  return [...main, ...others.filter((other) => other.benchmark === benchmark).map((other) => ({ ...other, model }))];
}

/** Versions of the benchmark with how many scores each has, the one with most first. */
export function scoredVersions(results: readonly HarnessResultEntry[], benchmark: string): { version: string; count: number }[] {
  const points = results.flatMap((result) => pointsOf(result, benchmark));
  const versions = [...groupBy(points, ({ version }) => version)].map(([version, own]) => ({ version, count: own.length }));
  return versions.toSorted((a, b) => b.count - a.count || b.version.localeCompare(a.version, "en"));
}

/** Harnesses by their best score in a version of a benchmark, each with its best score by base model. */
export function harnessBoard(
  results: readonly HarnessResultEntry[],
  { benchmark, version, model }: { benchmark: string; version: string; model: string | null },
): HarnessBoardRow[] {
  const points = results.flatMap((result) =>
    pointsOf(result, benchmark)
      .filter((point) => point.version === version && (model === null || point.model === model))
      .map((point) => ({ ...point, harness: result.harness })),
  );
  return [...groupBy(points, ({ harness }) => harness)].flatMap(([harness, own]) => {
    const bests = [...groupBy(own, (point) => point.model).values()].flatMap((same) =>
      same.toSorted((a, b) => b.score - a.score).slice(0, 1),
    );
    const [best, ...others] = bests.toSorted((a, b) => b.score - a.score);
    return best ? [{ harness, points: [best, ...others] as const }] : [];
  });
}
