import { MARKS } from "@/components/charts/marks";
import { SeriesFigure } from "@/components/charts/series/series-figure";
import type { SeriesLine } from "@/components/charts/series/series-text";
import { formatDay, formatScore } from "@/lib/domain/pages/format";
import type { AttentionAnswer } from "./premium-answers";

const LINES: readonly SeriesLine[] = [
  { key: "score", word: "Score", color: MARKS[0].color, marker: MARKS[0].marker, curve: "slope", isArea: true },
];

const HIGHEST = 100;

const shown = (value: number | null): string => (value === null ? "unknown" : formatScore(value));

/** The attention index is 0 to 100, so that the axis shows all of it; the rank is said in words. */
export function AttentionShown({ name, answer: { summary, range, series } }: { name: string; answer: AttentionAnswer }) {
  const ranks = new Map(series.map(({ date, rank }) => [date, rank]));
  const title = `Attention of ${name}`;
  return (
    <SeriesFigure
      title={title}
      sentence={`${title}, ${formatDay(range.from)} to ${formatDay(range.to)}: ${shown(summary.first)} at first, ${shown(summary.last)} at last, between ${shown(summary.min)} and ${shown(summary.max)}; ${summary.captured_days} of ${series.length} days captured.`}
      days={series.map(({ date, attention_score: score, rank }) => ({
        date,
        values: { score },
        ...(rank === null ? {} : { note: `rank ${rank}` }),
      }))}
      lines={LINES}
      unit="score"
      highest={HIGHEST}
      columns={[
        { label: "Score", cell: ({ values }) => shown(values.score ?? null) },
        { label: "Rank", cell: ({ date }) => ranks.get(date) ?? "unknown" },
      ]}
    />
  );
}
