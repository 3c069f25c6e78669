import type { ListingFacts, ReadingSource } from "@/lib/domain/models/model-listing";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { cachePrice, tokenPrices, usableConditions, type ConditionDraft } from "@/lib/domain/models/prices/price-units";
import { SourceError } from "@/lib/sources/http/source";
import { makerByName, namespacesOf } from "@/lib/domain/models/model-maker";

/** Maker by model name, else by the organisation in the id, else the provider if it makes models. */
export function makerOf(modelId: string, providerId: string, naming: ProviderNaming): string | null {
  const maker = makerByName(modelId);
  if (maker) return maker;
  for (const namespace of namespacesOf(modelId).toReversed()) {
    const id = naming.idOf(namespace);
    if (id) return naming.companyOf(id);
  }
  return naming.makesModels(providerId) ? naming.companyOf(providerId) : null;
}

export type LiveSource = Exclude<ReadingSource, "bundled">;

export interface PriceReport {
  facts: ListingFacts[];
  /** Entries that could not be read or are not text models. */
  skipped: number;
  unknownProviders: string[];
}

/** Maps a source's provider spellings to ids of the provider table. */
export interface ProviderNaming {
  idOf(key: string): string | null;
  companyOf(id: string): string;
  makesModels(id: string): boolean;
}

export interface PricingSource {
  name: LiveSource;
  url: string;
  maxBytes: number;
  /** Throws a SourceError when the document has another shape. */
  read(text: string, naming: ProviderNaming): PriceReport;
}

const MAX_ID_LENGTH = 160;

/** Sources write 0 for an unknown size. */
export function tokensOrNull(tokens: number | null | undefined): number | null {
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens > 0 && tokens < 2_000_000_000 ? tokens : null;
}

/** External ids go into URLs, keys and answers, so they must be short, printable and without spaces. */
export const isPlainId = (id: string): boolean => id.length <= MAX_ID_LENGTH && /^[\w@][\w./:@+~-]*$/.test(id);

export const dateOrNull = (value: string | null | undefined): string | null =>
  value && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) ? value : null;

export const nameOrNull = (value: string | null | undefined): string | null => (value ? sanitizeLabel(value) : null) || null;

type Figure = number | null | undefined;

export interface StatedPrices {
  input: Figure;
  output: Figure;
  cachedInput: Figure;
  cacheWrite: Figure;
  conditions: readonly ConditionDraft[];
}

type PriceFacts = Pick<ListingFacts, "inputPrice" | "outputPrice" | "cachedInputPrice" | "cacheWritePrice" | "conditions" | "setAside">;

/** What of a source's figures, all in USD per 1M tokens, can be used, and what is set aside. */
export function priceFacts({ input, output, cachedInput, cacheWrite, conditions: drafts }: StatedPrices): PriceFacts {
  const { setAside, ...tokens } = tokenPrices(input, output);
  const [cached, writing] = [
    cachePrice("cached_input", cachedInput, tokens.inputPrice),
    cachePrice("cache_write_5m", cacheWrite, tokens.inputPrice),
  ];
  const conditions = usableConditions(drafts, tokens);
  return {
    ...tokens,
    cachedInputPrice: cached.price,
    cacheWritePrice: writing.price,
    conditions: conditions.conditions,
    setAside: [...setAside, ...cached.setAside, ...writing.setAside, ...conditions.setAside],
  };
}

export const capabilitiesOf = (flags: Readonly<Record<string, boolean | undefined>>): string[] =>
  Object.keys(flags)
    .filter((name) => flags[name])
    .sort();

/** Capabilities that follow from what a model takes and gives. */
export const modalityFlags = (inputs: readonly string[], outputs: readonly string[]) => ({
  vision: inputs.includes("image"),
  "audio-input": inputs.includes("audio"),
  "video-input": inputs.includes("video"),
  "file-input": inputs.includes("file"),
  "audio-output": outputs.includes("audio"),
  "image-output": outputs.includes("image"),
});

/** Lists also have embedders, with text as output modality although they return vectors. */
export const isTextModel = (modelId: string, outputs: readonly string[]): boolean =>
  outputs.includes("text") && !/embed|rerank/i.test(modelId);

/** Throws when most entries are unreadable: the document then has another format. */
export function requireReadable(source: string, read: number, unreadable: number): void {
  if (read === 0) throw new SourceError("not_expected", `${source}: no entry could be read`);
  if (unreadable > read) {
    throw new SourceError("not_expected", `${source}: ${unreadable} of ${read + unreadable} entries could not be read`);
  }
}
