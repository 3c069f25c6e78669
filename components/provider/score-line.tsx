import { formatDay } from "@/lib/domain/pages/format";

const STEP = 6;
const HEIGHT = 100;

interface ScoreDay {
  date: string;
  attention_score: number | null;
  rank: number | null;
}

/** A line through neighbouring captured days only: a day without a snapshot is a gap. */
const pathOf = (days: readonly ScoreDay[]): string =>
  days
    .flatMap(({ attention_score: score }, index) => {
      if (score === null) return [];
      const hasNeighbour = (days[index - 1]?.attention_score ?? null) !== null;
      return [`${hasNeighbour ? "L" : "M"}${index * STEP} ${(HEIGHT - score).toFixed(1)}h0`];
    })
    .join("");

/** Scores go from 0 to 100, so that the axis needs no scale. */
export function ScoreLine({ sentence, days }: { sentence: string; days: readonly ScoreDay[] }) {
  return (
    <figure className="chart" aria-label={sentence}>
      <figcaption>{sentence}</figcaption>
      <svg
        aria-hidden
        viewBox={`-4 -6 ${(days.length - 1) * STEP + 8} ${HEIGHT + 12}`}
        width={days.length * STEP + 8}
        height={HEIGHT + 12}
        className="prices"
      >
        <path d={`M0 0h${(days.length - 1) * STEP}M0 ${HEIGHT}h${(days.length - 1) * STEP}`} stroke="var(--border)" />
        <path className="line" d={pathOf(days)} stroke="var(--chart-1)" />
      </svg>
      <p className="chart-reading">The upper line is a score of 100, the lower one 0.</p>
      <details className="chart-table">
        <summary>Table of the captured days</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Score</th>
              <th scope="col">Rank</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => day.attention_score !== null)
              .toReversed()
              .map(({ date, attention_score: score, rank }) => (
                <tr key={date}>
                  <th scope="row">{formatDay(date)}</th>
                  <td>{score?.toFixed(1)}</td>
                  <td>{rank}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
