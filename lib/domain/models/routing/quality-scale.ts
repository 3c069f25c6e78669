/** A model so many points abler is of another class: GPT-5 is 20 above Claude 3.5 Sonnet. */
export const CLASS_GAP = 15;

/** Benchmarks have faulty questions, so that fewer failures than one in a hundred tell nothing more. */
const FEWEST_FAILURES = 0.01;

/**
 * Quality by failures in the task's benchmarks: the fewest give 1, twice as many 0.5. Benchmarks that
 * all new models nearly solve would otherwise leave the choice to the price.
 */
export function byFailures<Scored extends { blend: number }>(scored: readonly Scored[]): (Scored & { quality: number })[] {
  const failuresOf = ({ blend }: Scored): number => Math.max(FEWEST_FAILURES, 1 - blend);
  const fewest = Math.min(...scored.map(failuresOf));
  return scored.map((one) => ({ ...one, quality: fewest / failuresOf(one) }));
}

/** The quality of a model by its ability: the ablest is 1, and every class below halves it. Models without a rank drop out. */
export function byAbility<Scored extends { ability: number | null }>(scored: readonly Scored[]): (Scored & { quality: number })[] {
  const able = scored.flatMap((one) => (one.ability === null ? [] : [{ one, ability: one.ability }]));
  const most = Math.max(...able.map(({ ability }) => ability));
  return able.map(({ one, ability }) => ({ ...one, quality: 2 ** ((ability - most) / CLASS_GAP) }));
}
