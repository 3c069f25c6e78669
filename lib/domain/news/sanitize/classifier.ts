import { featuresOf, PLACES } from "./features";

/** A linear model. Each weight says how much a feature speaks for or against a sentence being spoken to a machine. */
export interface Classifier {
  bias: number;
  weights: Float32Array;
}

/** Added to the number of features. A sentence of three words then never gets a long one's certainty. */
export const DAMPING = 20;
/** Points that a sentence without an addressee has to make up for. */
const UNADDRESSED = 1;

/** The score of a folded sentence: above zero, an attack is likelier than ordinary text. */
export function scoreWith({ bias, weights }: Classifier, folded: string): number {
  const { places, isCandidate } = featuresOf(folded);
  let sum = 0;
  for (const place of places) sum += weights[place] ?? 0;
  return bias + sum / Math.sqrt(places.size + DAMPING) - (isCandidate ? 0 : UNADDRESSED);
}

interface StoredClassifier {
  bias: number;
  step: number;
  /** A signed byte for each place, in base64. */
  weights: string;
}

export function readClassifier({ bias, step, weights }: StoredClassifier): Classifier {
  const bytes = atob(weights);
  return { bias, weights: Float32Array.from({ length: PLACES }, (_, at) => (((bytes.charCodeAt(at) + 128) & 255) - 128) * step) };
}
