import { hasEnded, type ModelLife } from "../model-life";

interface Scored {
  scores: Readonly<Record<string, number | undefined>>;
  details: Readonly<Record<string, { variant: string; kind?: string } | undefined>>;
}

/** The task set of a benchmark that most models were measured on; undefined where none was. */
export function commonVariant(models: readonly Scored[], benchmark: string): string | undefined {
  const counts = new Map<string, number>();
  for (const { details } of models) {
    const variant = details[benchmark]?.variant;
    if (variant !== undefined) counts.set(variant, (counts.get(variant) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b, "en"))[0]?.[0];
}

/**
 * A score that can be compared with others of its benchmark. Null for a score on another task set, and
 * for a rumour, which nobody measured.
 */
export function comparableScore({ scores, details }: Scored, benchmark: string, variant: string | undefined): number | null {
  const detail = details[benchmark];
  return detail?.variant === variant && detail?.kind !== "unverified" ? (scores[benchmark] ?? null) : null;
}

/** A score that has a place in a ranking: also the model must not have been retired. */
export const rankedScore = (model: Scored & { status: ModelLife | null }, benchmark: string, variant: string | undefined): number | null =>
  hasEnded(model.status) ? null : comparableScore(model, benchmark, variant);
