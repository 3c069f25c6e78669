import type { SourceOutcome } from "@/db/queries/freshness/operations";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import type { ScoreObservation } from "@/lib/domain/models/scores/merge-scores";
import type { ScoreSource } from "@/lib/sources/models/scores/score-source";
import { SourceError, type SourceHttp, type Validators } from "@/lib/sources/http/source";
import { offload } from "@/lib/sources/workers/offload";

const TIMEOUT_MS = 60_000;

export interface ScoreSourceRead {
  source: string;
  url: string;
  outcome: SourceOutcome;
  /** Null when nothing new was read; the previous reading is kept. */
  scores: ScoreObservation[] | null;
  validators: Validators | null;
}

const sourceId = (source: ScoreSource): string => `benchmarks/${source.name}`;

function keepPrevious(source: ScoreSource, at: Date, outcome: Pick<SourceOutcome, "fault" | "error">): ScoreSourceRead {
  return {
    source: source.name,
    url: source.url,
    outcome: { source: sourceId(source), dataset: "benchmarks", at, ...outcome },
    scores: null,
    validators: null,
  };
}

/** A failed or shrunken reading is returned as an outcome and keeps the previous scores. */
export async function readScoreSource(
  source: ScoreSource,
  http: SourceHttp,
  previousCount: number | null,
  at: Date,
): Promise<ScoreSourceRead> {
  try {
    const reading = await http.get({ source: sourceId(source), url: source.url, maxBytes: source.maxBytes, timeoutMs: TIMEOUT_MS });
    if (reading.kind === "unchanged") return keepPrevious(source, at, { fault: null });
    const read = await offload("readScores", { source: source.name, bytes: reading.bytes, contentType: reading.contentType });
    if ("fault" in read) return keepPrevious(source, at, { fault: read.fault, error: read.message });
    const { scores } = read.reading;
    if (hasShrunk(previousCount, scores.length)) {
      return keepPrevious(source, at, {
        fault: "shrunk",
        error: `${scores.length} scores after ${previousCount}; the previous reading is kept`,
      });
    }
    const outcome: SourceOutcome = { source: sourceId(source), dataset: "benchmarks", at, fault: null, itemCount: scores.length };
    return { source: source.name, url: source.url, outcome, scores, validators: reading.validators };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return keepPrevious(source, at, { fault: error.fault, error: error.message });
  }
}
