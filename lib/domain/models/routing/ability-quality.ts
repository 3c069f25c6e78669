/** Where each model stands between the least able, 0, and the ablest, 1: an ability has no natural ends. */
export function byAbility<Scored extends { ability: number | null; quality: number }>(scored: readonly Scored[]): Scored[] {
  const able = scored.flatMap((one) => (one.ability === null ? [] : [{ one, ability: one.ability }]));
  const least = Math.min(...able.map(({ ability }) => ability));
  const spread = Math.max(...able.map(({ ability }) => ability)) - least;
  return able.map(({ one, ability }) => ({ ...one, quality: spread === 0 ? 1 : (ability - least) / spread }));
}
