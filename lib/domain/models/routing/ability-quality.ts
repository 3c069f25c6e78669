/** A model so many points abler is of another class: GPT-5 is 20 above Claude 3.5 Sonnet. */
export const CLASS_GAP = 15;

/** The ablest is 1, and every class below halves it, so that the weakest model that is sold does not set the scale. */
export function byAbility<Scored extends { ability: number | null; quality: number }>(scored: readonly Scored[]): Scored[] {
  const able = scored.flatMap((one) => (one.ability === null ? [] : [{ one, ability: one.ability }]));
  const most = Math.max(...able.map(({ ability }) => ability));
  return able.map(({ one, ability }) => ({ ...one, quality: 2 ** ((ability - most) / CLASS_GAP) }));
}
