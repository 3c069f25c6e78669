/** Whose word a score is. */
export type ScoreKind = "vendor" | "independent" | "third-party" | "unverified";

export interface ScoreObservation {
  source: string;
  benchmarkId: string;
  model: string;
  /** Key in the bundled catalog; null for observations from elsewhere. */
  knownKey: string | null;
  displayName: string | null;
  makerId: string | null;
  released: string | null;
  /** 0 to 100; of an index of ability, its points. */
  value: number;
  /** The source's own interval, where it gives one. */
  interval?: { low: number; high: number };
  kind: ScoreKind;
  /** Task set; only scores of the same variant are comparable. */
  variant: string;
  config: string | null;
  date: string | null;
  sourceUrl: string | null;
}
