interface Priced {
  price: number;
  score: number;
}

/**
 * Models that score more than every cheaper one, by price, so that paying less means a lower score. Of
 * equal prices only the best model counts. Free models are left out, since no price compares with
 * theirs.
 */
export function priceFrontier<Model extends Priced>(models: readonly Model[]): Model[] {
  const sold = models.filter(({ price }) => price > 0).toSorted((a, b) => a.price - b.price || b.score - a.score);
  let best = -Infinity;
  return sold.filter(({ score }) => {
    const isBetter = score > best;
    best = Math.max(best, score);
    return isBetter;
  });
}
