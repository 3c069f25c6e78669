import { cleanPrice, type ListingFacts, type ReadingSource } from "@/lib/domain/models/model-listing";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { SourceError } from "@/lib/sources/http/source";
import { makerByName, namespacesOf } from "@/lib/domain/models/model-maker";

/** By the name, else by the organisation in the id, else the seller itself where it is a maker. */
export function makerOf(modelId: string, providerId: string, naming: ProviderNaming): string | null {
  const named = makerByName(modelId);
  if (named) return named;
  for (const namespace of namespacesOf(modelId).toReversed()) {
    const known = naming.idOf(namespace);
    if (known) return naming.companyOf(known);
  }
  return naming.makesModels(providerId) ? naming.companyOf(providerId) : null;
}

export type LiveSource = Exclude<ReadingSource, "bundled">;

export interface PriceReport {
  facts: ListingFacts[];
  /** Entries that could not be read or that describe something other than a text model. */
  skipped: number;
  /** Providers the source names and our table does not know. */
  unknownProviders: string[];
}

/** The shared provider resolution, handed in: adapters know spellings, the table knows ids. */
export interface ProviderNaming {
  idOf(key: string): string | null;
  companyOf(id: string): string;
  makesModels(id: string): boolean;
}

export interface PricingSource {
  name: LiveSource;
  url: string;
  maxBytes: number;
  /** Throws a SourceError when the document is not the one we asked for. */
  read(text: string, naming: ProviderNaming): PriceReport;
}

/** Above this a figure is a mistake of units, not a price. USD per 1M tokens. */
const HIGHEST_PRICE = 100_000;
const LONGEST_ID = 160;

export function priceOrNull(usdPer1M: number | null | undefined): number | null {
  if (typeof usdPer1M !== "number" || !Number.isFinite(usdPer1M) || usdPer1M < 0 || usdPer1M > HIGHEST_PRICE) return null;
  return cleanPrice(usdPer1M);
}

/** Sources write 0 where they do not know a size. */
export function tokensOrNull(tokens: number | null | undefined): number | null {
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens > 0 && tokens < 2_000_000_000 ? tokens : null;
}

/** Ids come from outside and go into URLs, keys and answers: printable, without spaces, and short. */
export const isPlainId = (id: string): boolean => id.length <= LONGEST_ID && /^[\w@][\w./:@+~-]*$/.test(id);

export const dateOrNull = (value: string | null | undefined): string | null =>
  value && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) ? value : null;

export const nameOrNull = (value: string | null | undefined): string | null => (value ? sanitizeLabel(value) : null) || null;

/** Both or neither: half a price cannot be compared with anything. */
export function tokenPrices(input: number | null, output: number | null): Pick<ListingFacts, "inputPrice" | "outputPrice"> {
  return input === null || output === null ? { inputPrice: null, outputPrice: null } : { inputPrice: input, outputPrice: output };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SourceError("parse", "the document is not JSON", { cause: error });
  }
}

/** A document of which most cannot be read is another document. */
export function requireReadable(source: string, read: number, unreadable: number): void {
  if (read === 0) throw new SourceError("not_expected", `${source}: no entry could be read`);
  if (unreadable > read) {
    throw new SourceError("not_expected", `${source}: ${unreadable} of ${read + unreadable} entries could not be read`);
  }
}
