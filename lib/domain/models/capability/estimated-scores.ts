import { BENCHMARK_IDS, type BenchmarkId } from "../scores/benchmark-ids";
import type { Capability, ScoreEstimate } from "./capabilities";

/** `percentile` is the last resort, for models without a rank. */
export const SCORE_BASES = ["capability", "percentile"] as const;

export interface EstimatedScore extends ScoreEstimate {
  benchmark: BenchmarkId;
  basis: (typeof SCORE_BASES)[number];
  /** How many measurements it stands on. */
  scores: number;
}

const ASSUMED = 0.25;
/** The interval of the last resort: nine in ten measured scores. */
const [LOWEST, HIGHEST] = [0.05, 0.95];

const percentile = (sorted: readonly number[], share: number): number | undefined => sorted[Math.round(share * (sorted.length - 1))];

export type LastResort = Partial<Record<BenchmarkId, ScoreEstimate>>;

/** The score to assume for a model without any: the 25th percentile of measured ones. */
export function lastResortOf(measured: readonly Readonly<Record<string, number | undefined>>[]): LastResort {
  const entries = BENCHMARK_IDS.flatMap((id) => {
    const sorted = measured.flatMap((scores) => scores[id] ?? []).toSorted((a, b) => a - b);
    const [score, low, high] = [ASSUMED, LOWEST, HIGHEST].map((share) => percentile(sorted, share));
    return score === undefined || low === undefined || high === undefined ? [] : [[id, { score, low, high }] as const];
  });
  return Object.fromEntries(entries);
}

/** An estimate of one benchmark for one model; null where nothing at all was measured. */
export function estimatedScore(
  benchmark: BenchmarkId,
  capability: Pick<Capability, "unranked" | "scores" | "estimates"> | undefined,
  lastResort: LastResort,
): EstimatedScore | null {
  const own = capability && capability.unranked === null ? capability.estimates[benchmark] : undefined;
  if (capability && own) return { benchmark, ...own, basis: "capability", scores: capability.scores };
  const assumed = lastResort[benchmark];
  return assumed ? { benchmark, ...assumed, basis: "percentile", scores: capability?.scores ?? 0 } : null;
}

export type Estimates = Readonly<Partial<Record<BenchmarkId, EstimatedScore>>>;

export function estimatesOf(capability: Parameters<typeof estimatedScore>[1], lastResort: LastResort): Estimates {
  const estimates = BENCHMARK_IDS.flatMap((id) => {
    const estimate = estimatedScore(id, capability, lastResort);
    return estimate ? [[id, estimate] as const] : [];
  });
  return Object.fromEntries(estimates);
}
