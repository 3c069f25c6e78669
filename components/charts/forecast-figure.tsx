import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { MARKS } from "./marks";
import { SeriesFigure } from "./series/series-figure";
import type { SeriesLine } from "./series/series-text";

export interface ForecastDay {
  date: string;
  predicted: number;
  lower: number;
  upper: number;
}

interface Props {
  title: string;
  /** Captured days before today, oldest first, as far as they are shown without paying. */
  history: readonly { date: string; price: number | null }[];
  /** Price of the newest captured day, from which the line goes on. */
  current: number;
  /** The day up to which the line was fitted. */
  today: string;
  days: readonly ForecastDay[];
}

const { color, marker } = MARKS[0];

/** The first line gives the interval its colour. */
const LINES: readonly SeriesLine[] = [
  { key: "expected", word: "Expected", color, marker, dash: "7 4", curve: "slope" },
  { key: "price", word: "Price", color, marker, curve: "step", isUnlabelled: true },
];

function sentenceOf(title: string, current: number, days: readonly ForecastDay[], last: ForecastDay): string {
  if (days.every(({ lower, upper }) => lower === current && upper === current)) {
    return `${title}: ${formatPrice(current)} now. The price did not change in the window, so that the forecast is a straight line.`;
  }
  return `${title}: ${formatPrice(current)} now; ${formatPrice(last.predicted)} on ${formatDay(last.date)}, between ${formatPrice(last.lower)} and ${formatPrice(last.upper)}: the 95 % prediction interval.`;
}

/** Captured prices, then the expected ones, dashed. A single day falls into their interval with 95 % likelihood. */
export function ForecastFigure({ title, history, current, today, days }: Props) {
  const last = days.at(-1);
  if (!last) return <p>There is no day to forecast.</p>;
  const past = history.filter(({ date }) => date < today).map(({ date, price }) => ({ date, values: { price, expected: null } }));
  const now = { date: today, values: { price: current, expected: current }, band: [current, current] as const };
  const ahead = days.map(({ date, predicted, lower, upper }) => ({
    date,
    values: { price: null, expected: predicted },
    band: [lower, upper] as const,
    note: `between ${formatPrice(lower)} and ${formatPrice(upper)}`,
  }));
  const byDate = new Map(days.map((day) => [day.date, day]));
  return (
    <SeriesFigure
      title={title}
      sentence={sentenceOf(title, current, days, last)}
      days={[...past, now, ...ahead]}
      lines={LINES}
      unit="price"
      today={past.length}
      columns={[
        { label: "Captured", cell: ({ values }) => (values.price == null ? "–" : formatPrice(values.price)) },
        { label: "Expected", cell: ({ values }) => (values.expected == null ? "–" : formatPrice(values.expected)) },
        ...(["lower", "upper"] as const).map((bound) => ({
          label: bound === "lower" ? "Lower" : "Upper",
          cell: ({ date }: { date: string }) => {
            const day = byDate.get(date);
            return day ? formatPrice(day[bound]) : "–";
          },
        })),
      ]}
    />
  );
}
