const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function pearson(left: readonly number[], right: readonly number[]): number {
  const [ofLeft, ofRight] = [mean(left), mean(right)];
  const differences = left.map((value, index) => [value - ofLeft, (right[index] ?? Number.NaN) - ofRight] as const);
  const sum = (of: (pair: readonly [number, number]) => number): number => differences.reduce((total, pair) => total + of(pair), 0);
  return sum(([a, b]) => a * b) / Math.sqrt(sum(([a]) => a * a) * sum(([, b]) => b * b));
}

/** Equal values share the mean of their ranks. */
const ranksOf = (values: readonly number[]): number[] =>
  values.map((value) => values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2);

export const spearman = (left: readonly number[], right: readonly number[]): number => pearson(ranksOf(left), ranksOf(right));
