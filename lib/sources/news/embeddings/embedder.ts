/** Turns texts into directions: texts that mean the same point the same way. */
export interface Embedder {
  /** Names model and dimensions; vectors of different models are never compared. */
  model: string;
  /** Texts that one call of `embed` may hold. */
  batchSize: number;
  /** One vector of length 1 for each text, in their order. Failures are SourceErrors. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Null for a vector without a direction. */
export function unitVector(numbers: ArrayLike<number>): Float32Array | null {
  const vector = Float32Array.from(numbers);
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 0 ? vector.map((number) => number / length) : null;
}
