import { formatDay } from "@/lib/domain/pages/format";
import { addDays } from "@/lib/domain/basics/date-range";
import { ForecastFigure, type ForecastDay } from "@/components/charts/forecast-figure";

export interface ForecastAnswer {
  current_value: number;
  fitted_on: { from: string; to: string; days: number; data_points: number };
  trend: { r_squared: number };
  confidence: { label: string };
  forecast: ForecastDay[];
  notes: string[];
}

export type PastPrice = { date: string; price: number | null };

/** The price drawn on by a straight line, with its interval and every note of the answer. */
export function ForecastShown({ model, history, answer }: { model: string; history: readonly PastPrice[]; answer: ForecastAnswer }) {
  const { current_value: current, fitted_on: fitted, trend, confidence, forecast, notes } = answer;
  return (
    <>
      <ForecastFigure title={model} history={history} current={current} today={fitted.to} days={forecast} />
      <p className="mt-2 text-small text-fg-muted">
        The band is the 95 % prediction interval. Fitted on {fitted.data_points} captured days from {formatDay(fitted.from)} to{" "}
        {formatDay(fitted.to)}; r² {trend.r_squared.toFixed(2)}; confidence {confidence.label}.
      </p>
      <ul className="mt-2 list-disc pl-5 text-small text-fg-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

const EXAMPLE: ForecastAnswer = {
  current_value: 9,
  fitted_on: { from: "2026-01-01", to: "2026-01-30", days: 30, data_points: 30 },
  trend: { r_squared: 0.82 },
  confidence: { label: "high" },
  forecast: Array.from({ length: 7 }, (_, day) => ({
    date: addDays("2026-01-31", day),
    predicted: 8.8 - 0.2 * day,
    lower: 8.2 - 0.25 * day,
    upper: 9.4 - 0.15 * day,
  })),
  notes: ["A statistical inference from past values, not a promise."],
};

const EXAMPLE_HISTORY: readonly PastPrice[] = [9.8, 9.8, 9.4, 9.4, 9].map((price, day) => ({
  date: addDays("2026-01-25", day),
  price,
}));

export const ForecastExample = ({ model }: { model: string }) => <ForecastShown model={model} history={EXAMPLE_HISTORY} answer={EXAMPLE} />;
