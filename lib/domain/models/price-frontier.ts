interface Priced {
  price: number;
  score: number;
}

/**
 * Who pays less than for one of these gets a lower score: in order of price, those that score more than every cheaper one.
 * Of the same price only the best counts. What is given away is no offer that a price could be compared with.
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
