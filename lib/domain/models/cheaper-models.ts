export interface ScoredPrice {
  providerId: string;
  id: string;
  blended: number | null;
  score: number;
  /** Task set of the score: only scores of one are comparable. */
  variant: string;
}

const MOST_SHOWN = 3;

/** The cheapest models that score as well or better. Free listings are left out: they are given away, not sold. */
export function cheaperModels<Candidate extends ScoredPrice>(own: ScoredPrice, others: readonly Candidate[]): Candidate[] {
  const price = own.blended;
  if (price === null) return [];
  return others
    .filter(
      ({ blended, score, variant, providerId, id }) =>
        blended !== null &&
        blended > 0 &&
        blended < price &&
        score >= own.score &&
        variant === own.variant &&
        !(providerId === own.providerId && id === own.id),
    )
    .toSorted((a, b) => (a.blended ?? 0) - (b.blended ?? 0) || b.score - a.score || a.id.localeCompare(b.id, "en"))
    .slice(0, MOST_SHOWN);
}

/** Input and output price in one figure, by the share of input among all tokens in per cent. */
export const mixedPrice = (input: number, output: number, inputShare: number): number =>
  (input * inputShare + output * (100 - inputShare)) / 100;
