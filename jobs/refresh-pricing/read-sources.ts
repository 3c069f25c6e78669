import type { SourceOutcome } from "@/db/queries/freshness/operations";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import type { LiveSource, PricingSource } from "@/lib/sources/models/prices/pricing-source";
import { SourceError, type SourceHttp, type Validators } from "@/lib/sources/http/source";
import type { HashedObservation } from "@/lib/sources/workers/model-catalog";
import { offload } from "@/lib/sources/workers/offload";

const TIMEOUT_MS = 30_000;

export interface PriceSourceRead {
  source: LiveSource;
  url: string;
  outcome: SourceOutcome;
  /** Null when nothing new was read; the previous reading is kept. */
  observations: HashedObservation[] | null;
  validators: Validators | null;
  unknownProviders: string[];
}

const sourceId = (source: LiveSource): string => `models/${source}`;

function keepPrevious(source: PricingSource, at: Date, outcome: Pick<SourceOutcome, "fault" | "error">): PriceSourceRead {
  return {
    source: source.name,
    url: source.url,
    outcome: { source: sourceId(source.name), dataset: "models", at, ...outcome },
    observations: null,
    validators: null,
    unknownProviders: [],
  };
}

/** A SourceError or a shrunken list is returned as an outcome and keeps the previous listings. */
export async function readPriceSource(
  source: PricingSource,
  http: SourceHttp,
  previousCount: number | null,
  at: Date,
): Promise<PriceSourceRead> {
  try {
    const reading = await http.get({ source: sourceId(source.name), url: source.url, maxBytes: source.maxBytes, timeoutMs: TIMEOUT_MS });
    if (reading.kind === "unchanged") return keepPrevious(source, at, { fault: null });
    const read = await offload("readPriceObservations", { source: source.name, bytes: reading.bytes, contentType: reading.contentType });
    if ("fault" in read) return keepPrevious(source, at, { fault: read.fault, error: read.message });
    const { observations, unknownProviders } = read;
    const count = observations.length;
    if (hasShrunk(previousCount, count)) {
      return keepPrevious(source, at, { fault: "shrunk", error: `${count} listings after ${previousCount}; the previous reading is kept` });
    }
    const outcome: SourceOutcome = { source: sourceId(source.name), dataset: "models", at, fault: null, itemCount: count };
    return { source: source.name, url: source.url, outcome, observations, validators: reading.validators, unknownProviders };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return keepPrevious(source, at, { fault: error.fault, error: error.message });
  }
}
