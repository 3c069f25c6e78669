/** What was seen in a run. What is wrong is kept word by word, up to a limit, because one cause repeats. */
export interface Tally {
  /** Answers by what was asked and their status. */
  answers: Map<string, number>;
  /** Connections that broke because their process was killed. */
  resets: number;
  /** Answers that differ because the state of a service was unknown while its page could not be read. */
  unknownStates: number;
  milliseconds: number[];
  wrong: Map<string, number>;
}

export const newTally = (): Tally => ({ answers: new Map(), resets: 0, unknownStates: 0, milliseconds: [], wrong: new Map() });

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

export const countAnswer = (tally: Tally, asked: string, status: number): void => add(tally.answers, `${asked}: ${status}`);
export const countWrong = (tally: Tally, says: string): void => add(tally.wrong, says);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
