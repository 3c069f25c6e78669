const LEADERS = 5;

export interface Saturation {
  best: number;
  /** Between the best and the last of the leaders. */
  spread: number;
  /** How many leaders there are: five, or fewer where fewer were measured. */
  leaders: number;
  /** Between the best score and the highest that there can be. */
  room: number;
}

/** How much a benchmark still tells about the best models; null where nobody was measured. */
export function saturationOf(scores: readonly number[], maxScore: number): Saturation | null {
  const [best, ...others] = scores.toSorted((a, b) => b - a).slice(0, LEADERS);
  if (best === undefined) return null;
  return { best, spread: best - (others.at(-1) ?? best), leaders: others.length + 1, room: maxScore - best };
}

export interface Ranked<Row> {
  row: Row;
  /** Null for a score that cannot be compared with the others. */
  rank: number | null;
}

/** Equal scores share the better rank. */
export const rankAmong = (scores: readonly number[], score: number): number => 1 + scores.filter((other) => other > score).length;

export function rankScores<Row>(rows: readonly Row[], scoreOf: (row: Row) => number | null): Ranked<Row>[] {
  const scores = rows.map(scoreOf).filter((score) => score !== null);
  return rows.map((row) => {
    const score = scoreOf(row);
    return { row, rank: score === null ? null : rankAmong(scores, score) };
  });
}
