import { decodeText } from "@/lib/sources/decode-text";
import { SourceError } from "@/lib/sources/http/source";
import type { LiveSource, PriceReport, ProviderNaming, PricingSource } from "./pricing-source";
import { litellm } from "./litellm";
import { modelsDev } from "./models-dev";
import { openrouter } from "./openrouter";

/** In order of precedence: the first sets the price, the others cross-check it and fill gaps. */
export const pricingSources: readonly PricingSource[] = [modelsDev, litellm, openrouter];

export interface PriceDocument {
  source: LiveSource;
  bytes: Uint8Array;
  contentType: string | null;
}

/** Throws a SourceError when the document has another shape. */
export function readPrices({ source, bytes, contentType }: PriceDocument, naming: ProviderNaming): PriceReport {
  const reader = pricingSources.find((entry) => entry.name === source);
  if (!reader) throw new SourceError("not_expected", `${source}: no such source`);
  return reader.read(decodeText(bytes, contentType).text, naming);
}
