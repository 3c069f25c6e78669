import vocabulary from "./vocabulary.json";

/** Words of the attacks that the classifier was made with. */
const known: ReadonlySet<string> = new Set(vocabulary.words);
export const isKnownWord = (word: string): boolean => known.has(word);
const LONGEST = 16;
const SHORTEST = 2;
const SINGLE = new Set(["a", "i"]);

/** Splits letters without spaces into known words, leaving as few letters over as possible. */
export function spacedWords(letters: string): string {
  const text = letters.slice(0, 400);
  const cost: number[] = [0];
  const from: number[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    cost[end] = (cost[end - 1] ?? 0) + (SINGLE.has(text.charAt(end - 1)) ? 1.5 : 3);
    from[end] = end - 1;
    for (let size = SHORTEST; size <= Math.min(LONGEST, end); size += 1) {
      const total = (cost[end - size] ?? 0) + 1;
      if (total < (cost[end] ?? 0) && known.has(text.slice(end - size, end))) [cost[end], from[end]] = [total, end - size];
    }
  }
  const words: string[] = [];
  for (let end = text.length; end > 0; end = from[end] ?? 0) words.unshift(text.slice(from[end], end));
  return words.join(" ");
}
