export interface AblePrice {
  providerId: string;
  id: string;
  blended: number | null;
  /** In points. */
  ability: number;
}

const MOST_SHOWN = 3;

/** The cheapest models that are as able or abler. Free listings are left out: they are given away, not sold. */
export function cheaperModels<Candidate extends AblePrice>(own: AblePrice, others: readonly Candidate[]): Candidate[] {
  const price = own.blended;
  if (price === null) return [];
  return others
    .filter(
      ({ blended, ability, providerId, id }) =>
        blended !== null && blended > 0 && blended < price && ability >= own.ability && !(providerId === own.providerId && id === own.id),
    )
    .toSorted((a, b) => (a.blended ?? 0) - (b.blended ?? 0) || b.ability - a.ability || a.id.localeCompare(b.id, "en"))
    .slice(0, MOST_SHOWN);
}

/** Input and output price in one figure, by the share of input among all tokens in per cent. */
export const mixedPrice = (input: number, output: number, inputShare: number): number =>
  (input * inputShare + output * (100 - inputShare)) / 100;
