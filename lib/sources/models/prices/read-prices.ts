import { decodeText } from "@/lib/sources/decode-text";
import { SourceError, type SourceFault } from "@/lib/sources/http/source";
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

/** Errors lose their class between threads, so a fault is returned as plain data. */
export type PriceReadResult = { report: PriceReport } | { fault: SourceFault; message: string };

export function readPrices({ source, bytes, contentType }: PriceDocument, naming: ProviderNaming): PriceReadResult {
  try {
    const reader = pricingSources.find((entry) => entry.name === source);
    if (!reader) throw new SourceError("not_expected", `${source}: no such source`);
    return { report: reader.read(decodeText(bytes, contentType).text, naming) };
  } catch (error) {
    return { fault: error instanceof SourceError ? error.fault : "parse", message: error instanceof Error ? error.message : String(error) };
  }
}
