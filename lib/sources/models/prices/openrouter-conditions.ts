import { z } from "zod";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { ConditionDraft } from "@/lib/domain/models/prices/price-units";

/** USD as text, per token or per piece. "-1" means that the price depends on the route. */
const usd = z.string().optional().catch(undefined);

const Override = z.strictObject({
  min_prompt_tokens: z.int().positive().optional(),
  /** Hours and minutes as one number: 130 is half past one. */
  utc_start: z.int().min(0).max(2400).optional(),
  utc_end: z.int().min(0).max(2400).optional(),
  prompt: usd,
  completion: usd,
  input_cache_read: usd,
  input_cache_write: usd,
});

export const Pricing = z.object({
  prompt: z.string(),
  completion: z.string(),
  input_cache_read: usd,
  input_cache_write: usd,
  request: usd,
  image: usd,
  audio: usd,
  web_search: usd,
  internal_reasoning: usd,
  overrides: z.array(z.unknown()).optional().catch(undefined),
});

type Pricing = z.output<typeof Pricing>;
type Override = z.output<typeof Override>;

const numberOf = (text: string | undefined): number | null => (text && text.trim() !== "" ? Number(text) : null);

export function perMillion(text: string | undefined): number | null {
  const perToken = numberOf(text);
  return perToken === null ? null : perToken * 1_000_000;
}

/** A piece price of 0 is none: such a model is not charged by the piece. */
const piecePrice = (text: string | undefined): number | null => numberOf(text) || null;

const perThousand = (text: string | undefined): number | null => {
  const usdPerPiece = piecePrice(text);
  return usdPerPiece === null ? null : usdPerPiece * 1000;
};

export const isBilledByPiece = ({ request, image }: Pricing): boolean => piecePrice(request) !== null || piecePrice(image) !== null;

const figuresOf = ({ prompt, completion, input_cache_read, input_cache_write }: Override): Partial<ConditionDraft> => ({
  input: perMillion(prompt),
  output: perMillion(completion),
  cached_input: perMillion(input_cache_read),
  cache_write: perMillion(input_cache_write),
});

const clock = (hundreds: number): string =>
  `${String(Math.floor(hundreds / 100)).padStart(2, "0")}:${String(hundreds % 100).padStart(2, "0")}`;

/** Hours of one price are one condition; the dearest are the peak, as long as there are two prices. */
function bandsOf(overrides: readonly Override[]): ConditionDraft[] {
  const byPrice = [...groupBy(overrides, ({ prompt, completion }) => `${prompt ?? ""} ${completion ?? ""}`).values()];
  const dearest = Math.max(...byPrice.map(([first]) => numberOf(first?.prompt) ?? 0));
  return byPrice.length < 2
    ? []
    : byPrice.flatMap((group): ConditionDraft[] => {
        const [first] = group;
        if (!first) return [];
        const hours = group.map(({ utc_start = 0, utc_end = 0 }) => `${clock(utc_start)}-${clock(utc_end)}`);
        const value = numberOf(first.prompt) === dearest ? "peak" : "off_peak";
        return [{ kind: "time_band", value, band: { zone: "UTC", hours }, ...figuresOf(first) }];
      });
}

/** Leaves out an override with an unknown selector. Its price holds on a condition that nobody could name. */
function overridesOf(pricing: Pricing): ConditionDraft[] {
  const overrides = (pricing.overrides ?? []).flatMap((entry) => Override.safeParse(entry).data ?? []);
  const steps = overrides.filter(({ utc_start, min_prompt_tokens: least }) => utc_start === undefined && least !== undefined);
  const hours = overrides.filter(
    ({ utc_start, utc_end, min_prompt_tokens: least }) => utc_start !== undefined && utc_end !== undefined && least === undefined,
  );
  return [
    ...steps.map((step): ConditionDraft => ({ kind: "prompt_tokens_above", above: step.min_prompt_tokens ?? 0, ...figuresOf(step) })),
    ...bandsOf(hours),
  ];
}

const unlessSame = (figure: string | undefined, base: string): number | null =>
  piecePrice(figure) === null || numberOf(figure) === numberOf(base) ? null : perMillion(figure);

/** The smallest picture is some hundred tokens: what costs less than twenty is the price of a token. */
const MOST_TOKENS_OF_PRICE = 20;

function imageOf({ image, prompt }: Pricing): ConditionDraft {
  const isOfTokens = (numberOf(image) ?? 0) < MOST_TOKENS_OF_PRICE * (numberOf(prompt) ?? 0);
  return isOfTokens ? { kind: "image_input", input: unlessSame(image, prompt) } : { kind: "image_input", per_1k: perThousand(image) };
}

export const openRouterConditions = (pricing: Pricing): ConditionDraft[] => [
  ...overridesOf(pricing),
  { kind: "thinking_output", output: unlessSame(pricing.internal_reasoning, pricing.completion) },
  { kind: "audio_input", input: unlessSame(pricing.audio, pricing.prompt) },
  imageOf(pricing),
  { kind: "web_search", per_1k: perThousand(pricing.web_search) },
  { kind: "per_request", per_1k: perThousand(pricing.request) },
];
