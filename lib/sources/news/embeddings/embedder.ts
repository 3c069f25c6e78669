export interface Embedder {
  /** Stored with each vector: vectors of different models are never compared. */
  model: string;
  batchSize: number;
  /** Embeds each text as a unit vector, in order. Throws SourceErrors. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Null for a zero vector or one that is not finite. */
export function unitVector(numbers: ArrayLike<number>): Float32Array | null {
  const vector = Float32Array.from(numbers);
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 0 ? vector.map((number) => number / length) : null;
}
