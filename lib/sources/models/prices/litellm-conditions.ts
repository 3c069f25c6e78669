import { z } from "zod";
import type { ConditionDraft } from "@/lib/domain/models/prices/price-units";

type Raw = Readonly<Record<string, unknown>>;

export const perMillion = (perToken: unknown): number | null => (typeof perToken === "number" ? perToken * 1_000_000 : null);

const FIGURES = {
  input_cost_per_token: "input",
  output_cost_per_token: "output",
  cache_read_input_token_cost: "cached_input",
  cache_creation_input_token_cost: "cache_write",
} as const;

/** LiteLLM puts the condition into the name: `input_cost_per_token_above_200k_tokens_priority`. */
const CONDITIONAL = new RegExp(
  `^(${Object.keys(FIGURES).join("|")})(_above_1hr)?(?:_above_(\\d+)(k?)_tokens)?(?:_(batches|priority|flex))?$`,
);

const TIERS: Readonly<Record<string, string>> = { batches: "batch", priority: "priority", flex: "flex" };

function byName(raw: Raw): ConditionDraft[] {
  const drafts = new Map<string, ConditionDraft>();
  for (const [name, value] of Object.entries(raw)) {
    const [, figure = "", hour, size, thousands, tier] = CONDITIONAL.exec(name) ?? [];
    const price = perMillion(value);
    // A price of 0 in a tier is LiteLLM's word for none.
    if (figure === "" || price === null || price === 0 || !(hour ?? size ?? tier)) continue;
    const above = size === undefined ? {} : { above: Number(size) * (thousands ? 1000 : 1) };
    const kind = hour ? "cache_write_1h" : tier ? "service_tier" : "prompt_tokens_above";
    const draft: ConditionDraft = { kind, ...above, ...(tier ? { value: TIERS[tier] ?? tier } : {}) };
    const place = JSON.stringify(draft);
    drafts.set(place, { ...(drafts.get(place) ?? draft), [FIGURES[figure as keyof typeof FIGURES]]: price });
  }
  return [...drafts.values()];
}

const Step = z.looseObject({ range: z.tuple([z.number().nonnegative(), z.number().positive().nullish()]) });
const Steps = z.array(Step).min(1);

const figuresOf = (raw: Raw): Partial<ConditionDraft> =>
  Object.fromEntries(Object.entries(FIGURES).flatMap(([name, figure]) => (name in raw ? [[figure, perMillion(raw[name])]] : [])));

/** DashScope's prices by length of prompt. The first step is the price, the others are conditions. */
export function tieredPrices(raw: Raw): { base: Raw; conditions: ConditionDraft[] } {
  const steps = Steps.safeParse(raw["tiered_pricing"]);
  if (!steps.success) return { base: {}, conditions: [] };
  const sorted = steps.data.toSorted((left, right) => left.range[0] - right.range[0]);
  return {
    base: sorted.find(({ range }) => range[0] === 0) ?? {},
    conditions: sorted
      .filter(({ range }) => range[0] > 0)
      .map((step): ConditionDraft => ({ kind: "prompt_tokens_above", above: step.range[0], ...figuresOf(step) })),
  };
}

const HOURS = /^([01]\d|2[0-3]):[0-5]\d-(?:[01]\d:[0-5]\d|2[0-3]:[0-5]\d|24:00)$/;
const OffPeak = z.looseObject({ hours_utc: z.array(z.string().regex(HOURS)).min(1) });

/** The hours of a day that none of these spans has. */
function otherHours(spans: readonly string[]): string[] {
  const sorted = spans.map((span) => span.split("-") as [string, string]).toSorted(([left], [right]) => left.localeCompare(right));
  return sorted.flatMap(([, end], position) => {
    const [next] = sorted[(position + 1) % sorted.length] as [string, string];
    return end === next ? [] : [`${end}-${next}`];
  });
}

function ofHours(raw: Raw): ConditionDraft[] {
  const offPeak = OffPeak.safeParse(raw["off_peak_pricing"]);
  if (!offPeak.success) return [];
  const { hours_utc: hours, ...prices } = offPeak.data;
  return [
    { kind: "time_band", value: "off_peak", band: { zone: "UTC", hours }, ...figuresOf(prices) },
    { kind: "time_band", value: "peak", band: { zone: "UTC", hours: otherHours(hours) }, ...figuresOf(raw) },
  ];
}

const SearchCosts = z.record(z.string(), z.number());

/** The price of a search, one for all sizes where they cost the same. */
function ofSearches(raw: Raw): ConditionDraft[] {
  const costs = SearchCosts.safeParse(raw["search_context_cost_per_query"]);
  if (!costs.success) return [];
  const sizes = Object.entries(costs.data).map(([name, usd]) => ({ value: name.replace("search_context_size_", ""), per_1k: usd * 1000 }));
  const [first] = sizes;
  if (!first) return [];
  const isOnePrice = sizes.every(({ per_1k }) => per_1k === first.per_1k);
  return isOnePrice ? [{ kind: "web_search", per_1k: first.per_1k }] : sizes.map((size) => ({ kind: "web_search", ...size }));
}

const SPEEDS = new Set(["fast"]);
const Factors = z.record(z.string(), z.number().positive());

/** Anthropic's factors by region and speed: `{"us": 1.1, "fast": 6}`. */
function ofFactors(raw: Raw): ConditionDraft[] {
  const factors = Factors.safeParse(raw["provider_specific_entry"]);
  if (!factors.success) return [];
  return Object.entries(factors.data).map(([value, factor]) => ({ kind: SPEEDS.has(value) ? "speed" : "geography", value, factor }));
}

const perThousand = (usd: unknown): number | null => (typeof usd === "number" && usd > 0 ? usd * 1000 : null);

/** Every price of an entry that holds on a condition only; USD per 1M tokens or per 1,000 pieces. */
export const litellmConditions = (raw: Raw): ConditionDraft[] => [
  ...tieredPrices(raw).conditions,
  ...byName(raw),
  ...ofHours(raw),
  { kind: "thinking_output", output: perMillion(raw["output_cost_per_reasoning_token"]) },
  { kind: "audio_input", input: perMillion(raw["input_cost_per_audio_token"]) },
  { kind: "image_input", per_1k: perThousand(raw["input_cost_per_image"]) },
  { kind: "per_request", per_1k: perThousand(raw["input_cost_per_request"]) },
  ...ofSearches(raw),
  ...ofFactors(raw),
];
