import { cleanPrice } from "../../models/prices/price-units";
import type { StatedCondition } from "../../models/prices/price-condition";
import type { BookCondition, BookKind, BookUnit } from "./book-row";

/** What a listing charges at one time, as listings and their captures have it. */
export interface ListingPrices {
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice: number | null;
  priceConditions: readonly StatedCondition[];
}

/** A price of one kind and condition. `from` and `to` are the days of a band, null where it has none. */
export interface BookPrice {
  kind: BookKind;
  condition: BookCondition | null;
  unit: BookUnit;
  usd: number;
  from: number | null;
  to: number | null;
}

const TOKENS = "1M tokens";
const PIECES = "1K pieces";

const TOKEN_KINDS = [
  ["input", "input"],
  ["output", "output"],
  ["cached_input", "cache_read"],
  ["cache_write", "cache_write_5m"],
] as const;

/** Conditions that say what is charged for, with the figure that they state. */
const KIND_OF = {
  cache_write_5m: ["cache_write", "cache_write_5m"],
  cache_write_1h: ["cache_write", "cache_write_1h"],
  thinking_output: ["output", "thinking_output"],
  audio_input: ["input", "audio_input"],
  image_input: ["input", "image_input"],
} as const;

const PIECE_KINDS = { image_input: "image_input", web_search: "web_search", per_request: "request" } as const;

const isOwnKind = (kind: string): kind is keyof typeof KIND_OF => kind in KIND_OF;
const isPieceKind = (kind: string): kind is keyof typeof PIECE_KINDS => kind in PIECE_KINDS;

const momentOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));

function withoutDays({ kind, above, value, band }: StatedCondition): BookCondition {
  const { from_date: _, to_date: __, ...hours } = band ?? {};
  return {
    kind,
    ...(above === undefined ? {} : { above }),
    ...(value === undefined ? {} : { value }),
    ...(band ? { band: hours as NonNullable<StatedCondition["band"]> } : {}),
  };
}

/** The condition beside what is charged for: a tier, a length of prompt, the size of a search. */
function besidesKind({ kind, above, value }: StatedCondition): BookCondition | null {
  const length = above === undefined ? {} : { above };
  if (value !== undefined) return { kind: isOwnKind(kind) ? "service_tier" : kind, ...length, value };
  return above === undefined ? null : { kind: "prompt_tokens_above", above };
}

function ofOwnKind(stated: StatedCondition): BookPrice[] {
  const { kind, per_1k: perThousand } = stated;
  const place = { condition: besidesKind(stated), from: null, to: null };
  const prices: BookPrice[] = [];
  if (isOwnKind(kind)) {
    const [figure, own] = KIND_OF[kind];
    const usd = stated[figure];
    if (usd !== undefined) prices.push({ kind: own, unit: TOKENS, usd, ...place });
  }
  if (isPieceKind(kind) && perThousand !== undefined) prices.push({ kind: PIECE_KINDS[kind], unit: PIECES, usd: perThousand, ...place });
  return prices;
}

/** Prices that a condition states, and those of the listing times its factor. */
function onCondition(stated: StatedCondition, base: readonly BookPrice[]): BookPrice[] {
  const { factor, band } = stated;
  const place = { unit: TOKENS, condition: withoutDays(stated), from: momentOf(band?.from_date), to: momentOf(band?.to_date) } as const;
  const named = TOKEN_KINDS.flatMap(([figure, kind]) => {
    const usd = stated[figure];
    return usd === undefined ? [] : [{ kind, usd, ...place }];
  });
  if (factor === undefined) return named;
  const known = new Set<BookKind>(named.map(({ kind }) => kind));
  const multiplied = base.filter(({ kind, condition, unit }) => condition === null && unit === TOKENS && !known.has(kind));
  return [...named, ...multiplied.map(({ kind, usd }) => ({ kind, usd: cleanPrice(usd * factor), ...place }))];
}

/** Every price of a listing by kind and condition. A listing without both token prices has none. */
export function bookPrices({ inputPrice, outputPrice, cachedInputPrice, priceConditions }: ListingPrices): BookPrice[] {
  if (inputPrice === null || outputPrice === null) return [];
  const always = { condition: null, unit: TOKENS, from: null, to: null } as const;
  const base: BookPrice[] = [
    { kind: "input", usd: inputPrice, ...always },
    { kind: "output", usd: outputPrice, ...always },
    ...(cachedInputPrice === null ? [] : [{ kind: "cache_read", usd: cachedInputPrice, ...always } as const]),
    ...priceConditions.flatMap(ofOwnKind),
  ];
  const isConditional = ({ kind }: StatedCondition): boolean => !isOwnKind(kind) && !isPieceKind(kind);
  return [...base, ...priceConditions.filter(isConditional).flatMap((stated) => onCondition(stated, base))];
}
