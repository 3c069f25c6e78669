import { cleanPrice, type ListingFacts, type ReadingSource } from "@/lib/domain/models/model-listing";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { SourceError } from "@/lib/sources/http/source";
import { makerByName, namespacesOf } from "@/lib/domain/models/model-maker";

/** Maker by model name, else by the organisation in the id, else the provider itself if it makes models. */
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

/** USD per 1M tokens. A higher figure is a unit error. */
const MAX_PRICE = 100_000;
const MAX_ID_LENGTH = 160;

export function priceOrNull(usdPer1M: number | null | undefined): number | null {
  if (typeof usdPer1M !== "number" || !Number.isFinite(usdPer1M) || usdPer1M < 0 || usdPer1M > MAX_PRICE) return null;
  return cleanPrice(usdPer1M);
}

/** Sources write 0 for an unknown size. */
export function tokensOrNull(tokens: number | null | undefined): number | null {
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens > 0 && tokens < 2_000_000_000 ? tokens : null;
}

/** External ids go into URLs, keys and answers, so they must be short, printable and without spaces. */
export const isPlainId = (id: string): boolean => id.length <= MAX_ID_LENGTH && /^[\w@][\w./:@+~-]*$/.test(id);

export const dateOrNull = (value: string | null | undefined): string | null =>
  value && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) ? value : null;

export const nameOrNull = (value: string | null | undefined): string | null => (value ? sanitizeLabel(value) : null) || null;

/** Both prices or neither: one alone cannot be compared. */
export function tokenPrices(input: number | null, output: number | null): Pick<ListingFacts, "inputPrice" | "outputPrice"> {
  return input === null || output === null ? { inputPrice: null, outputPrice: null } : { inputPrice: input, outputPrice: output };
}

/** The capabilities that these flags state. */
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
