export const PRICE_CONDITIONS = [
  "prompt_tokens_above",
  "time_band",
  "service_tier",
  "speed",
  "geography",
  "second_tier",
  "thinking_output",
  "audio_input",
  "image_input",
  "cache_write_5m",
  "cache_write_1h",
  "web_search",
  "per_request",
] as const;
export type PriceConditionKind = (typeof PRICE_CONDITIONS)[number];

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When a price holds: in all of `hours` on `weekdays` of `zone`, from one moment until before another. */
export interface TimeBand {
  from_date?: string;
  to_date?: string;
  weekdays?: Weekday[];
  zone: string;
  /** Half-open, `22:00-06:00` passes midnight. */
  hours: string[];
}

/** A price that holds on a condition, spelled as answers show it. USD per 1M tokens, `per_1k` USD per 1,000 pieces. */
export interface StatedCondition {
  kind: PriceConditionKind;
  /** Tokens of prompt: a longer one is charged at this price as a whole. */
  above?: number;
  band?: TimeBand;
  /** Which tier, speed or region, and of a time band its name. */
  value?: string;
  factor?: number;
  input?: number;
  output?: number;
  cached_input?: number;
  cache_write?: number;
  per_1k?: number;
}

export interface PriceCondition extends StatedCondition {
  source: string;
}

export const CONDITION_FIGURES = ["input", "output", "cached_input", "cache_write", "per_1k"] as const;

/** The price of long prompts; USD per 1M tokens. */
export interface LongContextPrice {
  aboveInputTokens: number;
  inputPrice: number;
  outputPrice: number;
  cachedInputPrice: number | null;
}

interface BasePrice {
  inputPrice: number | null;
  outputPrice: number | null;
}

/** A step that states only one of input and output price leaves the other as it is. */
export function longContextOf(conditions: readonly PriceCondition[], base: BasePrice): LongContextPrice[] {
  const steps = conditions.flatMap(({ kind, above, input, output, cached_input: cached }) => {
    const [inputPrice, outputPrice] = [input ?? base.inputPrice, output ?? base.outputPrice];
    if (kind !== "prompt_tokens_above" || above === undefined || inputPrice === null || outputPrice === null) return [];
    return [{ aboveInputTokens: above, inputPrice, outputPrice, cachedInputPrice: cached ?? null }];
  });
  return steps.toSorted((left, right) => left.aboveInputTokens - right.aboveInputTokens);
}

const placeOf = ({ kind, above, value, band }: StatedCondition): string => JSON.stringify([kind, above, value, band]);

/**
 * Merges conditions of several readings of a price, the most trusted first. Kinds and figures that one
 * lacks come from the next.
 */
export function mergeConditions(readings: readonly (readonly PriceCondition[])[]): PriceCondition[] {
  const merged = new Map<string, PriceCondition>();
  for (const reading of readings) {
    const known = new Set([...merged.values()].map(({ kind }) => kind));
    for (const condition of reading) {
      const same = merged.get(placeOf(condition));
      if (same) merged.set(placeOf(condition), { ...condition, ...same });
      else if (!known.has(condition.kind)) merged.set(placeOf(condition), condition);
    }
  }
  const order = (condition: PriceCondition): number => PRICE_CONDITIONS.indexOf(condition.kind);
  return [...merged.values()].toSorted((left, right) => order(left) - order(right) || (left.above ?? 0) - (right.above ?? 0));
}
