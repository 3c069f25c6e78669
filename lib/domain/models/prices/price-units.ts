import { CONDITION_FIGURES, type StatedCondition } from "./price-condition";

/** USD per 1M tokens. The dearest text model costs 600; what lies outside was written in another unit. */
const [LEAST_PRICE, MOST_PRICE] = [0.001, 2000];
const FACTOR_OF_UNITS = 10;
/** A tenth that arithmetic has rounded is still one. */
const ROUNDING = 1e-9;

/** Why figures are not believed, and how pages say it. */
export const SET_ASIDE_WORDS = {
  unit_suspect: "in another unit, or ten times off what else is known",
  negative: "below 0",
  zero_unconfirmed: "0, which the seller does not confirm",
  zero_beside_price: "0, while a price is known",
  billed_by_request: "0, while requests or other pieces are charged",
  billed_by_plan: "of a seat or plan, not of tokens",
} as const;
export type SetAsideReason = keyof typeof SET_ASIDE_WORDS;
export const SET_ASIDE_REASONS = Object.keys(SET_ASIDE_WORDS) as [SetAsideReason, ...SetAsideReason[]];

/** Figures of a source that are not believed, as it states them, and why. */
export interface SetAside {
  /** `token_price`, a kind of price beside it, or a kind of condition. */
  kind: string;
  input: number | null;
  output: number | null;
  reason: SetAsideReason;
}

export const isUnitSuspect = (usdPer1M: number): boolean => usdPer1M !== 0 && (usdPer1M < LEAST_PRICE || usdPer1M >= MOST_PRICE);

/** Ten times or more apart; a price and none at all always are. */
export function isTenfold(left: number, right: number): boolean {
  const [low, high] = left < right ? [left, right] : [right, left];
  return low !== high && high >= low * FACTOR_OF_UNITS * (1 - ROUNDING);
}

/** Removes float noise of per-token prices (2.5e-6 × 1M). No published price has more than eight digits. */
export const cleanPrice = (usdPer1M: number): number => Number(usdPer1M.toPrecision(8));

type Figure = number | null | undefined;

const finite = (figure: Figure): number | null => (typeof figure === "number" && Number.isFinite(figure) ? cleanPrice(figure) : null);

function faultOf(figures: readonly number[]): SetAsideReason | null {
  if (figures.some((figure) => figure < 0)) return "negative";
  return figures.some(isUnitSuspect) ? "unit_suspect" : null;
}

interface TokenPrices {
  inputPrice: number | null;
  outputPrice: number | null;
  setAside: SetAside[];
}

/** Both prices or neither, because one price alone cannot be compared. */
export function tokenPrices(inputFigure: Figure, outputFigure: Figure): TokenPrices {
  const [input, output] = [finite(inputFigure), finite(outputFigure)];
  if (input === null || output === null) return { inputPrice: null, outputPrice: null, setAside: [] };
  const reason = faultOf([input, output]);
  return reason === null
    ? { inputPrice: input, outputPrice: output, setAside: [] }
    : { inputPrice: null, outputPrice: null, setAside: [{ kind: "token_price", input, output, reason }] };
}

/** Reading from a cache costs no more than reading anew; the cheapest there is costs a 120th. */
const LEAST_SHARE_OF_INPUT = 0.001;

const isCachePriceSuspect = (cached: number, input: number | null): boolean =>
  input !== null && input > 0 && (cached > input || (cached !== 0 && cached < input * LEAST_SHARE_OF_INPUT));

/** A price of cached input or of writing to the cache. */
export function cachePrice(
  kind: "cached_input" | "cache_write_5m",
  figure: Figure,
  input: number | null,
): { price: number | null; setAside: SetAside[] } {
  const price = finite(figure);
  const isOff = price !== null && kind === "cached_input" && isCachePriceSuspect(price, input);
  const reason = price === null ? null : (faultOf([price]) ?? (isOff ? "unit_suspect" : null));
  return reason === null ? { price, setAside: [] } : { price: null, setAside: [{ kind, input: price, output: null, reason }] };
}

/** Charged by the piece these are no prices of tokens, and a price of audio may well be tenfold. */
const UNBOUND_FIGURE = "per_1k";
const SAME_TOKENS: ReadonlySet<string> = new Set(["prompt_tokens_above", "time_band", "service_tier", "speed"]);

interface BasePrices {
  inputPrice: number | null;
  outputPrice: number | null;
}

function faultOfCondition(condition: StatedCondition, { inputPrice, outputPrice }: BasePrices): SetAsideReason | null {
  const figures = CONDITION_FIGURES.flatMap((name) => (condition[name] === undefined ? [] : [[name, condition[name]] as const]));
  if (figures.some(([, figure]) => figure < 0)) return "negative";
  if (figures.some(([name, figure]) => name !== UNBOUND_FIGURE && isUnitSuspect(figure))) return "unit_suspect";
  const isOff = (figure: number | undefined, base: number | null): boolean =>
    figure !== undefined && base !== null && base > 0 && isTenfold(figure, base);
  const isComparable = SAME_TOKENS.has(condition.kind);
  return isComparable && (isOff(condition.input, inputPrice) || isOff(condition.output, outputPrice)) ? "unit_suspect" : null;
}

export interface ConditionDraft extends Omit<StatedCondition, (typeof CONDITION_FIGURES)[number]> {
  input?: Figure;
  output?: Figure;
  cached_input?: Figure;
  cache_write?: Figure;
  per_1k?: Figure;
}

/** Conditions with their known figures; those without any, and suspect ones, are no conditions. */
export function usableConditions(
  drafts: readonly ConditionDraft[],
  base: BasePrices,
): { conditions: StatedCondition[]; setAside: SetAside[] } {
  const conditions: StatedCondition[] = [];
  const setAside: SetAside[] = [];
  for (const { input, output, cached_input, cache_write, per_1k, ...place } of drafts) {
    const known = Object.entries({ input, output, cached_input, cache_write, per_1k }).flatMap(([name, figure]) => {
      const price = finite(figure);
      return price === null ? [] : [[name, price] as const];
    });
    if (known.length === 0 && place.factor === undefined) continue;
    const condition: StatedCondition = { ...place, ...Object.fromEntries(known) };
    const reason = faultOfCondition(condition, base);
    if (reason === null) conditions.push(condition);
    else {
      const first = condition.input ?? condition.cached_input ?? condition.cache_write ?? condition.per_1k ?? null;
      setAside.push({ kind: condition.kind, input: first, output: condition.output ?? null, reason });
    }
  }
  return { conditions, setAside };
}
