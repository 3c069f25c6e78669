export interface Scores {
  precision: number;
  recall: number;
  f1: number;
}

const scores = (precision: number, recall: number): Scores => ({
  precision,
  recall,
  f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** B-cubed precision and recall (Bagga and Baldwin 1998), as means over the counted items. */
export function bCubed(labels: readonly string[], groups: readonly string[], isCounted: (item: number) => boolean = () => true): Scores {
  const items = labels.map((_, item) => item);
  const counted = items.filter(isCounted);
  const sameBoth = (item: number) => items.filter((other) => labels[other] === labels[item] && groups[other] === groups[item]).length;
  const same = (of: readonly string[], item: number) => of.filter((name) => name === of[item]).length;
  return scores(
    mean(counted.map((item) => sameBoth(item) / same(groups, item))),
    mean(counted.map((item) => sameBoth(item) / same(labels, item))),
  );
}

/** Precision and recall over pairs of items. */
export function pairwise(labels: readonly string[], groups: readonly string[]): Scores {
  let [together, correct, expected] = [0, 0, 0];
  labels.forEach((label, one) => {
    for (let other = one + 1; other < labels.length; other++) {
      const [isExpected, isTogether] = [labels[other] === label, groups[other] === groups[one]];
      expected += Number(isExpected);
      together += Number(isTogether);
      correct += Number(isExpected && isTogether);
    }
  });
  return scores(together === 0 ? 1 : correct / together, expected === 0 ? 1 : correct / expected);
}
