import { seededRandom } from "@/lib/server/seed/rng";

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

interface ItemScore {
  precision: number;
  recall: number;
}

const f1Of = (items: readonly ItemScore[]): number =>
  scores(mean(items.map(({ precision }) => precision)), mean(items.map(({ recall }) => recall))).f1;

function itemScores(labels: readonly string[], groups: readonly string[], item: number): ItemScore {
  const same = (of: readonly string[]) => of.flatMap((name, other) => (name === of[item] ? [other] : []));
  const [group, story] = [same(groups), same(labels)];
  const both = group.filter((other) => labels[other] === labels[item]).length;
  return { precision: both / group.length, recall: both / story.length };
}

/** B-cubed precision and recall (Bagga and Baldwin 1998), as means over the counted items. */
export function bCubed(labels: readonly string[], groups: readonly string[], isCounted: (item: number) => boolean = () => true): Scores {
  const counted = labels.flatMap((_, item) => (isCounted(item) ? [itemScores(labels, groups, item)] : []));
  return scores(mean(counted.map(({ precision }) => precision)), mean(counted.map(({ recall }) => recall)));
}

const RESAMPLES = 2000;

/** The middle 95% of the B-cubed F1 when stories are drawn again with replacement; the draws are the same in every run. */
export function f1Interval(
  labels: readonly string[],
  groups: readonly string[],
  stories: ReadonlySet<string>,
): [low: number, high: number] {
  const ofStory = [...stories].map((story) => labels.flatMap((label, item) => (label === story ? [itemScores(labels, groups, item)] : [])));
  const random = seededRandom(1);
  const draw = () => f1Of(ofStory.flatMap(() => ofStory[Math.floor(random() * ofStory.length)] as ItemScore[]));
  const drawn = Array.from({ length: RESAMPLES }, draw).toSorted((a, b) => a - b);
  return [drawn[Math.floor(RESAMPLES * 0.025)] as number, drawn[Math.ceil(RESAMPLES * 0.975) - 1] as number];
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
