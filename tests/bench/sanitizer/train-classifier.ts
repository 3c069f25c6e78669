import { DAMPING, type Classifier } from "@/lib/domain/news/sanitize/classifier";
import { featuresOf, PLACES } from "@/lib/domain/news/sanitize/features";
import type { LabelledSentence } from "./labelled-sentences";

/** Attacks are rarer in feeds than among the labelled texts; in log odds. */
const RARER_IN_FEEDS = 1;
const ROUNDS = 14;
const STEP = 0.5;
const SHRINKING = 1e-4;
/** Sentences that are never judged teach what ordinary words are, at half their weight. */
const OF_OTHERS = 0.5;
/** Keeps the first steps of AdaGrad finite. */
const LEAST_SQUARE = 1e-3;

/** Shuffles in the same order in every run, so that the same texts always give the same model. */
function shuffler(seed: number): <Item>(items: Item[]) => void {
  let state = seed;
  return (items) => {
    for (let at = items.length - 1; at > 0; at -= 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      const other = state % (at + 1);
      const [one, two] = [items[at], items[other]];
      if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one];
    }
  };
}

/** Logistic regression by AdaGrad. */
export function trainClassifier(sentences: readonly LabelledSentence[]): Classifier {
  const examples = sentences.map(({ folded, isAttack, weight }) => {
    const { places, isCandidate } = featuresOf(folded);
    return { places: [...places], target: isAttack ? 1 : 0, weight: isCandidate ? weight : weight * OF_OTHERS };
  });
  const weights = new Float64Array(PLACES);
  const squares = new Float64Array(PLACES).fill(LEAST_SQUARE);
  let [bias, biasSquare] = [0, LEAST_SQUARE];
  const shuffle = shuffler(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples);
    for (const { places, target, weight } of examples) {
      const scale = 1 / Math.sqrt(places.length + DAMPING);
      const sum = bias + scale * places.reduce((total, place) => total + (weights[place] ?? 0), 0);
      const error = weight * (1 / (1 + Math.exp(-sum)) - target);
      biasSquare += error * error;
      bias -= (STEP * error) / Math.sqrt(biasSquare);
      for (const place of places) {
        const slope = error * scale + SHRINKING * (weights[place] ?? 0);
        const square = (squares[place] ?? 0) + slope * slope;
        squares[place] = square;
        weights[place] = (weights[place] ?? 0) - (STEP * slope) / Math.sqrt(square);
      }
    }
  }
  return { bias: bias - RARER_IN_FEEDS, weights: Float32Array.from(weights) };
}
