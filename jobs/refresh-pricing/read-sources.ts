import type { SourceOutcome } from "@/db/queries/freshness/operations";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import type { LiveSource, PricingSource } from "@/lib/sources/models/prices/pricing-source";
import { SourceError, type SourceHttp, type Validators } from "@/lib/sources/http/source";
import type { HashedObservation } from "@/lib/sources/workers/model-catalog";
import { offload } from "@/lib/sources/workers/offload";

const TIMEOUT_MS = 30_000;

export interface SourceRead {
  source: LiveSource;
  url: string;
  outcome: SourceOutcome;
  /** Null when nothing new was read: the previous reading stands. */
  observations: HashedObservation[] | null;
  validators: Validators | null;
  unknownProviders: string[];
}

const idOf = (source: LiveSource): string => `models/${source}`;

function kept(source: PricingSource, at: Date, outcome: Pick<SourceOutcome, "fault" | "error">): SourceRead {
  return {
    source: source.name,
    url: source.url,
    outcome: { source: idOf(source.name), dataset: "models", at, ...outcome },
    observations: null,
    validators: null,
    unknownProviders: [],
  };
}

/** One source, asked and read. Whatever goes wrong is its outcome; the others never notice. */
export async function readSource(source: PricingSource, http: SourceHttp, previousCount: number | null, at: Date): Promise<SourceRead> {
  try {
    const reading = await http.get({ source: idOf(source.name), url: source.url, maxBytes: source.maxBytes, timeoutMs: TIMEOUT_MS });
    if (reading.kind === "unchanged") return kept(source, at, { fault: null });
    const read = await offload("readPriceObservations", { source: source.name, bytes: reading.bytes, contentType: reading.contentType });
    if ("fault" in read) return kept(source, at, { fault: read.fault, error: read.message });
    const { observations, unknownProviders } = read;
    const count = observations.length;
    if (hasShrunk(previousCount, count)) {
      return kept(source, at, { fault: "shrunk", error: `${count} listings after ${previousCount}; the previous reading is kept` });
    }
    const outcome: SourceOutcome = { source: idOf(source.name), dataset: "models", at, fault: null, itemCount: count };
    return { source: source.name, url: source.url, outcome, observations, validators: reading.validators, unknownProviders };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return kept(source, at, { fault: error.fault, error: error.message });
  }
}
