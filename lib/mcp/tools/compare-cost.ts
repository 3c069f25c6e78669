import { plural } from "@/lib/domain/pages/format";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { defineTool, of, type Ask, type Found, type Row, type Values } from "../tool";

async function projected({ models: model, ...workload }: Values, ask: Ask): Promise<Found> {
  const { projections, ranked_cheapest_monthly: ranked, notes } = await ask.call(costProjection, { query: { model, ...workload } });
  const rows: Row[] = projections.map((one) =>
    one.matched ? { ...one, ...one.rates, daily_total: one.daily?.total ?? null } : { ...one },
  );
  const [first] = ranked;
  return {
    summary: first ? `Cheapest: ${first.model} at ${first.monthly_total} USD a month.` : "None of these models has a price.",
    rows,
    columns: [
      "query",
      "matched",
      "model_id",
      "input_per_1m",
      "output_per_1m",
      "daily_total",
      "monthly_total",
      "yearly_total",
      "not_counted",
    ],
    notes,
  };
}

async function compared({ models: ids }: Values, ask: Ask): Promise<Found> {
  const { models, rankings, notes } = await ask.call(compareModels, { query: { ids } });
  const rows: Row[] = models.map((one) => (one.matched ? { ...one, ...one.pricing, ...one.benchmarks } : { ...one }));
  const [cheapest] = rankings.cheapest_blended;
  const scores = Object.keys(rankings.by_benchmark);
  return {
    summary: cheapest
      ? `${plural(rows.length, "model")} compared; cheapest: ${cheapest.name} (${cheapest.blended} USD per 1M tokens, mean of input and output).`
      : "None of these models has a price.",
    rows,
    columns: ["query", "matched", "id", "provider", "input", "output", "context_window", "status", "model_status", ...scores],
    notes,
  };
}

export const compareCost = defineTool({
  name: "compare_cost",
  title: "Compare models or costs",
  description: "Compares models side by side; with both token counts, what they cost a month.",
  isPaid: true,
  isShort: true,
  charges: [compareModels, costProjection],
  takes: {
    models: of(compareModels, "ids", "Ids or names", { alsoCalled: ["model"] }),
    input_tokens_per_day: of(costProjection, "input_tokens_per_day", "Tokens in", { isRequired: false }),
    output_tokens_per_day: of(costProjection, "output_tokens_per_day", "Tokens out", { isRequired: false }),
  },
  row: { query: "string", model_id: "string", monthly_total: "number", input: "number", output: "number" },
  answer(values, ask) {
    const { models: _, ...workload } = values;
    return Object.values(workload).some((value) => value !== undefined) ? projected(values, ask) : compared(values, ask);
  },
});
