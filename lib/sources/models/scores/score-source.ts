import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";

export type ScoreSourceName = "swebench" | "epoch" | "epoch-index";

export interface ScoreReading {
  scores: ScoreObservation[];
  /** Rows of other benchmarks, failed runs, and rows that could not be read. */
  skipped: number;
}

export interface MakerNaming {
  makerOf(organisation: string | null, model: string): string | null;
}

export interface ScoreSource {
  name: ScoreSourceName;
  url: string;
  maxBytes: number;
  /** Throws a SourceError when the document has another shape. */
  read(text: string, naming: MakerNaming): ScoreReading;
}

export function percentOrNull(value: number): number | null {
  return Number.isFinite(value) && value >= 0 && value <= 100 ? Math.round(value * 100) / 100 : null;
}
