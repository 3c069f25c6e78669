import { fillDays } from "@/lib/domain/basics/date-range";
import { formatDay, formatScore } from "@/lib/domain/pages/format";
import { MARKS } from "./marks";
import { SeriesFigure } from "./series/series-figure";
import type { SeriesLine } from "./series/series-text";

export interface ScorePoint {
  date: string;
  score: number;
}

interface Props {
  title: string;
  /** Captured days only. */
  points: readonly ScorePoint[];
  range: { from: string; to: string; days: number };
  csvHref?: string;
}

const { color, marker } = MARKS[0];
const LINES: readonly SeriesLine[] = [{ key: "score", word: "Score", color, marker, curve: "step" }];
const HIGHEST = 100;

function sentenceOf(title: string, points: readonly ScorePoint[], { from, to, days }: Props["range"]): string {
  const [first, last] = [points[0], points.at(-1)];
  const span = `${title}, ${formatDay(from)} to ${formatDay(to)}`;
  if (!first || !last) return `${span}: no day was captured.`;
  const moved = points.some(({ score }) => score !== first.score);
  const course = moved
    ? `from ${formatScore(first.score)} to ${formatScore(last.score)}`
    : `${formatScore(last.score)} on every captured day`;
  return `${span}: ${course}; ${points.length} of ${days} days captured. A score that changed says that a source reported another one.`;
}

/** A benchmark's score by day, on an axis that shows all of it. */
export function ScoreSeriesFigure({ title, points, range, csvHref }: Props) {
  return (
    <SeriesFigure
      title={title}
      sentence={sentenceOf(title, points, range)}
      days={fillDays(points, range).map(({ date, day }) => ({ date, values: { score: day?.score ?? null } }))}
      lines={LINES}
      unit="score"
      highest={HIGHEST}
      csvHref={csvHref}
    />
  );
}
