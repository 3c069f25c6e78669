import { z } from "zod";
import { capability } from "@/lib/endpoints/capability";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { retirements } from "@/lib/endpoints/models/retirements";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import { quoted } from "../arguments";
import { DAY_MS } from "@/lib/domain/basics/time";
import { utcDay } from "@/lib/domain/basics/date-range";
import { Refused } from "../refused";
import { defineTool, of, own, typesOf, type Ask, type Found, type Row, type Values } from "../tool";

const FREE_DAYS = 7;

async function resolved(model: string, ask: Ask) {
  const { results } = await ask.call(resolveModels, { query: { name: model } });
  const [first] = results;
  if (!first) throw new Refused("`model` is required.");
  if (first.matched) return first;
  const candidates = first.candidates;
  const meant = candidates.length === 0 ? "find_models lists what there is" : `perhaps ${candidates.slice(0, 8).join(", ")} was meant`;
  throw new Refused(`\`model\` is not valid: no single model is called "${quoted(model)}"; ${meant}.`);
}

/** What the maker's own listing, the ranking and the notices of retirement say. */
async function detailsOf(id: string | null, fallback: { provider_id: string; id: string }, ask: Ask): Promise<Record<string, unknown>> {
  const provider = id?.split("/", 1)[0] ?? fallback.provider_id;
  const modelId = id?.slice(provider.length + 1) ?? fallback.id;
  const [listed, ranked, ending] = await Promise.all([
    ask.call(models, { query: { provider, include: id === null ? "hosts" : undefined } }),
    ask.call(capability),
    ask.call(retirements, { query: { models: `${provider}/${modelId}` } }),
  ]);
  const entry = listed.providers.flatMap((one) => [...one.models, ...(one.unpriced ?? [])]).find((model) => model.id === modelId);
  const rank = ranked.models.find((model) => model.id === modelId && model.providerId === provider);
  const end = ending.retirements.find((one) => one.host === provider && one.model === modelId);
  return {
    ...(entry
      ? {
          capabilities: entry.capabilities,
          max_output_tokens: entry.maxOutputTokens ?? null,
          released: entry.released,
          knowledge_cutoff: entry.knowledgeCutoff ?? null,
          open_weights: entry.openSource,
          license: entry.license,
          status: entry.status,
          scores: entry.benchmark_scores,
          price_sources: entry.price_sources.map(({ source, inputPrice, outputPrice }) => `${source}: ${inputPrice}/${outputPrice}`),
          sources_disagree: entry.priceConflict,
        }
      : {}),
    ...(rank ? { ability: rank.ability, ability_rank: rank.rank } : {}),
    retirement: end
      ? { state: end.state, retires_on: end.retires_on, replacement: end.replacement, source_url: end.source_url }
      : "none announced",
  };
}

/** Whether a range has more days than that. Texts that are no dates are left to the endpoint. */
export const isLongerThan = (days: number, { from, to }: Values, now: Date): boolean =>
  from !== undefined && Date.parse(to ?? utcDay(now)) - Date.parse(from) >= days * DAY_MS;

/** The days on which the price differs from that of the day before. */
const changedDays = (points: readonly { date: string; input: number; output: number; blended: number }[]): Row[] =>
  points.filter((point, index) => index === 0 || point.input !== points[index - 1]?.input || point.output !== points[index - 1]?.output);

async function pastPrices({ model, from, to }: Values, ask: Ask): Promise<Found> {
  const endpoint = ask.isPaid && isLongerThan(FREE_DAYS, { from, to }, ask.now) ? premiumPricingSeries : pricingSeries;
  const series = await ask.call(endpoint, { query: { model, from, to } });
  const { summary, range } = series;
  const rows = changedDays(series.points);
  const captured = `${summary.days_with_data} of ${range.days} days captured`;
  return {
    summary: `${series.model_id}, ${range.from} to ${range.to}: ${summary.changes_detected} price changes, ${captured}. Each row is the first day of a price, USD per 1M tokens.`,
    rows,
    columns: ["date", "input", "output", "blended"],
    notes: series.notes,
  };
}

/** One price in a row: a condition in few words. */
const conditionWords = (condition: Row | null): string =>
  condition === null ? "" : [condition["kind"], condition["value"], condition["above"]].filter((part) => part !== undefined).join(" ");

async function priceThen({ model, at }: Values, ask: Ask): Promise<Found> {
  const answer = await ask.call(priceAtMoment, { query: { model, at } });
  const { covered, input, output, confidence, source, source_url, effective_from, effective_to, last_validated_at, gap } = answer;
  const name = answer.model_id ?? answer.model;
  return {
    summary: covered
      ? `${name} at ${answer.at}: ${input} in, ${output} out, USD per 1M tokens (${confidence}, ${source}).`
      : `${name} at ${answer.at}: not known (${gap}); known from ${answer.covered_from ?? "never"}.`,
    rows: answer.prices.map(({ condition, ...row }) => ({ ...row, condition: conditionWords(condition) })),
    columns: ["kind", "condition", "price_usd", "unit", "effective_from", "effective_to"],
    details: covered ? { source_url, effective_from, effective_to, last_validated_at } : {},
    notes: answer.notes,
  };
}

async function comingPrices({ model, forecast_days: horizon }: Values, ask: Ask): Promise<Found> {
  const answer = await ask.call(forecast, { query: { target: "price", field: "blended", model, horizon } });
  return {
    summary: `${answer.model_id}: forecast of the blended price, USD per 1M tokens; now ${answer.current_value}, confidence ${answer.confidence.label}.`,
    rows: answer.forecast,
    columns: ["date", "predicted", "lower", "upper"],
    notes: answer.notes,
  };
}

async function presentState(model: string, ask: Ask): Promise<Found> {
  const { model: meant, listing, hosts, match_note: note, notes } = await resolved(model, ask);
  const details = await detailsOf(meant.id, listing, ask);
  const rows = hosts.map(({ pricing, provider_id: provider, context_window, model_status, deprecationDate, id, name }) => ({
    provider,
    id,
    name,
    ...pricing,
    context_window,
    model_status,
    deprecationDate,
  }));
  const { pricing } = listing;
  const price = pricing ? `${pricing.input} in, ${pricing.output} out, USD per 1M tokens at ${listing.provider}` : "price unknown";
  return {
    summary: `${meant.name} (${meant.id ?? `${listing.provider_id}/${listing.id}`}): ${price}; context ${listing.context_window ?? "unknown"}; ${rows.length} listings, its maker's first.`,
    rows,
    columns: ["provider", "id", "input", "output", "context_window", "model_status"],
    details,
    notes: [...(note ? [note] : []), ...notes],
  };
}

export const getModel = defineTool({
  name: "get_model",
  title: "Get one model",
  description: "One model by any name: id, price at each host, scores, retirement. Past prices: from, to; of one moment: at.",
  charges: [premiumPricingSeries, forecast],
  takes: {
    model: of(pricingSeries, "model", "Any id or name"),
    from: of(pricingSeries, "from", "From day, YYYY-MM-DD"),
    to: of(pricingSeries, "to", "To day"),
    at: of(priceAtMoment, "at", "Moment or day"),
    forecast_days: own(z.int().min(1).max(30).optional().describe("1 to 30"), { isPaid: true }),
  },
  row: {
    provider: "string",
    ...typesOf(resolveModels, ["results", "listing"], ["id", "context_window", "model_status"]),
    input: "number",
    output: "number",
  },
  async answer(values, ask) {
    if (values.forecast_days !== undefined) return comingPrices(values, ask);
    if (values.at !== undefined) return priceThen(values, ask);
    if (values.from !== undefined || values.to !== undefined) return pastPrices(values, ask);
    return presentState(values.model ?? "", ask);
  },
});
