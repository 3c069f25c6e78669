import { CLASS_GAP } from "./quality-scale";

export interface QualifiedCandidate<Candidate> {
  candidate: Candidate;
  quality: number;
  availability: number;
  /** USD per 1M tokens. */
  blended: number;
  /** The model's points for the task; null where it has no rank. */
  ability: number | null;
}

/** Greatest ratio of prices at which a model of a higher class is chosen. */
export const MOST_TIMES = 3;

type Sold = QualifiedCandidate<{ providerId: string }>;

/**
 * Whether `other` leaves no reason to choose `one`. It is newer for the same money from the same
 * maker, or of another class for little more.
 */
function beats(other: Sold, one: Sold): boolean {
  if (other.ability === null || one.ability === null) return false;
  if (other.quality < one.quality || other.availability < one.availability) return false;
  const gap = other.ability - one.ability;
  const isSuperseded =
    other.candidate.providerId === one.candidate.providerId &&
    gap >= 0 &&
    other.blended <= one.blended &&
    (gap > 0 || other.blended < one.blended);
  return isSuperseded || (gap >= CLASS_GAP && other.blended <= MOST_TIMES * one.blended);
}

/** The lowest price of a model that beats this model, or infinite. Models without a rank neither beat nor are beaten. */
export const beatenAt = (one: Sold, all: readonly Sold[]): number =>
  Math.min(Infinity, ...all.filter((other) => beats(other, one)).map(({ blended }) => blended));
