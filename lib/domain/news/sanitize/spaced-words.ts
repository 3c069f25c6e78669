import { ENGLISH_WORDS } from "./english-words";

const GLUE =
  "the and all your you that this with from now for are not have will what about these those into them then please text were said tell who must should";

const vocabulary = new Set(
  [...Object.values(ENGLISH_WORDS), GLUE].flatMap((list) => list.split(/[\s_-]+/)).filter((word) => /^[a-z]{2,}$/.test(word)),
);
const LONGEST = 16;
const SHORTEST = 2;

/** Splits letters without spaces into vocabulary words, leaving as few letters over as possible. */
export function spacedWords(letters: string): string {
  const text = letters.slice(0, 400);
  const cost: number[] = [0];
  const from: number[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    cost[end] = (cost[end - 1] ?? 0) + 3;
    from[end] = end - 1;
    for (let size = SHORTEST; size <= Math.min(LONGEST, end); size += 1) {
      const total = (cost[end - size] ?? 0) + 1;
      if (total < (cost[end] ?? 0) && vocabulary.has(text.slice(end - size, end))) [cost[end], from[end]] = [total, end - size];
    }
  }
  const words: string[] = [];
  for (let end = text.length; end > 0; end = from[end] ?? 0) words.unshift(text.slice(from[end], end));
  return words.join(" ");
}
