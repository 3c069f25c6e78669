import { roundTo } from "../basics/arithmetic";

export interface ScorePoint {
  date: string;
  score: number;
}

export interface ScoreSummary {
  first: ScorePoint | null;
  latest: ScorePoint | null;
  min_score: number | null;
  max_score: number | null;
  /** Percentage points. */
  delta_pp: number | null;
  days_with_data: number;
  days_missing: number;
}

/** `points` are oldest first. */
export function summariseScores(points: readonly ScorePoint[], rangeDays: number): ScoreSummary {
  const first = points[0] ?? null;
  const latest = points.at(-1) ?? null;
  const scores = points.map((point) => point.score);
  return {
    first,
    latest,
    min_score: first ? Math.min(...scores) : null,
    max_score: first ? Math.max(...scores) : null,
    delta_pp: first && latest ? roundTo(latest.score - first.score, 4) : null,
    days_with_data: points.length,
    days_missing: rangeDays - points.length,
  };
}
