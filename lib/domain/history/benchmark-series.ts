import { roundTo } from "../basics/arithmetic";

export interface ScorePoint {
  date: string;
  score: number;
}

export interface ScoreSummary {
  first: ScorePoint | null;
  latest: ScorePoint | null;
  minScore: number | null;
  maxScore: number | null;
  /** Percentage points. */
  deltaPp: number | null;
  daysWithData: number;
  daysMissing: number;
}

/** `points` are oldest first. */
export function summariseScores(points: readonly ScorePoint[], rangeDays: number): ScoreSummary {
  const first = points[0] ?? null;
  const latest = points.at(-1) ?? null;
  const scores = points.map((point) => point.score);
  return {
    first,
    latest,
    minScore: first ? Math.min(...scores) : null,
    maxScore: first ? Math.max(...scores) : null,
    deltaPp: first && latest ? roundTo(latest.score - first.score, 4) : null,
    daysWithData: points.length,
    daysMissing: rangeDays - points.length,
  };
}
