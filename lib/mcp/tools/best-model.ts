import { plural } from "@/lib/domain/pages/format";
import { routing } from "@/lib/endpoints/premium/routing";
import { defineTool, of } from "../tool";

export const bestModel = defineTool({
  name: "best_model",
  title: "Best model for a task",
  description: "Ranks models for a task by quality, availability, cost and latency. To filter only: find_models.",
  isPaid: true,
  isShort: true,
  charges: [routing],
  takes: {
    task: of(routing, "task", "For"),
    budget: of(routing, "budget", "Mean price, USD per 1M"),
    min_quality: of(routing, "min_quality", "0 to 1"),
    top_n: of(routing, "top_n", "1 to 10"),
  },
  row: { rank: "number", id: "string", provider: "string", composite_score: "number", blended: "number" },
  async answer({ task, budget, min_quality, top_n }, ask) {
    const answer = await ask.call(routing, { query: { task, budget, min_quality, top_n } });
    const rows = answer.recommendations.map(({ model, pricing, components, status, ...rest }) => ({
      ...rest,
      ...model,
      ...pricing,
      ...components,
      model_status: model.status,
      service_status: status,
    }));
    const [first] = rows;
    return {
      summary: first
        ? `Best for ${answer.task}: ${first.name} (${first.provider}/${first.id}), of ${plural(answer.considered, "model")} considered.`
        : `No model fits, of ${answer.considered} considered.`,
      rows,
      columns: ["rank", "provider", "id", "composite_score", "quality", "input", "output", "service_status", "contextWindow"],
      notes: answer.notes,
    };
  },
});
