import { retirements } from "@/lib/endpoints/models/retirements";
import { defineTool, of, typesOf } from "../tool";

export const retirementsTool = defineTool({
  name: "retirements",
  title: "Retirements",
  description: "Models that are deprecated or retired: when, and what to migrate to.",
  takes: {
    models: of(retirements, "models", "Ids or names"),
    provider: of(retirements, "provider", "Maker or host"),
    within_days: of(retirements, "within_days", "Ending soon"),
    include: of(retirements, "include", "Also ended ones"),
  },
  row: typesOf(retirements, ["retirements"], ["model", "host", "state", "retires_on", "days_left", "replacement"]),
  async answer({ models, provider, within_days, include }, ask) {
    const answer = await ask.call(retirements, { query: { models, provider, within_days, include } });
    const unmatched = answer.asked.filter(({ found }) => found.length === 0).map(({ query }) => query);
    return {
      summary: `${answer.count === 0 ? "No end is announced for these" : `${answer.count} ${answer.count === 1 ? "listing ends or has ended" : "listings end or have ended"}`}; today is ${answer.today}.`,
      rows: answer.retirements,
      columns: ["model", "host", "state", "retires_on", "precision", "days_left", "replacement", "source_url"],
      notes: [...(unmatched.length > 0 ? [`Not known: ${unmatched.join(", ")}.`] : []), ...answer.notes],
    };
  },
});
