import { ListedTable } from "@/components/ui/data-table";
import type { ProjectionAnswer } from "./premium-answers";
import { formatCost, formatCount, formatMoment, formatPrice } from "@/lib/domain/pages/format";

const cost = (usd: number | null): string => (usd === null ? "price unknown" : formatCost(usd));
const rate = (usd: number | null): string => (usd === null ? "unknown" : formatPrice(usd));

export function ProjectionShown({ answer }: { answer: ProjectionAnswer }) {
  const { workload, projections, ranked_cheapest_monthly: ranked, notes, computed_at: at } = answer;
  const [cheapest] = ranked;
  return (
    <>
      <p className="mb-2">
        {cheapest ? `${cheapest.model} is the cheapest at ${formatCost(cheapest.monthly_total)} a month` : "No price is known"}, for{" "}
        {formatCount(workload.input_tokens_per_day)} input and {formatCount(workload.output_tokens_per_day)} output tokens a day; as of{" "}
        {formatMoment(at)}.
      </p>
      <ListedTable
        label="Projected costs"
        head={["Model", "Day", "Week", "Month", "Year"]}
        rows={projections.map((projection) => ({
          key: projection.query,
          cells: projection.matched
            ? [
                <>
                  {projection.model}
                  <small>
                    {projection.provider}, {rate(projection.rates.input_per_1m)} in and {rate(projection.rates.output_per_1m)} out per 1M
                  </small>
                </>,
                cost(projection.daily.total),
                cost(projection.weekly_total),
                cost(projection.monthly_total),
                cost(projection.yearly_total),
              ]
            : [`not found: ${projection.query}`, "–", "–", "–", "–"],
        }))}
      />
      {notes.map((note) => (
        <p key={note} className="mt-2 text-small text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}

export const PROJECTION_EXAMPLE: ProjectionAnswer = {
  computed_at: "2026-05-09T06:30:00.000Z",
  workload: { input_tokens_per_day: 1_000_000, output_tokens_per_day: 200_000 },
  projections: [
    {
      matched: true,
      query: "one",
      model: "Model One",
      model_id: "first-lab/one",
      provider: "First lab",
      rates: { input_per_1m: 2, output_per_1m: 8 },
      daily: { total: 3.6 },
      weekly_total: 25.2,
      monthly_total: 108,
      yearly_total: 1314,
    },
  ],
  ranked_cheapest_monthly: [{ model: "Model One", provider: "First lab", monthly_total: 108 }],
  notes: ["List prices, the same on every day: without discounts, caching, batch rates and taxes."],
};
