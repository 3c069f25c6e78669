/** Prices below a cent count as one, so that their logarithm has an end. */
const LEAST_PRICE = 0.01;
const logOf = (blended: number): number => Math.log(Math.max(blended, LEAST_PRICE));

/** Cost on a logarithmic scale over the models that pass the filters: the cheapest is 1, the dearest 0. */
export function costOf(fitting: readonly { blended: number }[]): (blended: number) => number {
  const cheapest = logOf(Math.min(...fitting.map(({ blended }) => blended)));
  const spread = logOf(Math.max(...fitting.map(({ blended }) => blended))) - cheapest;
  return (blended) => (spread === 0 ? 1 : 1 - (logOf(blended) - cheapest) / spread);
}
