import { compactLetters, foldLookalikes, foldText, LEET } from "./fold-text";
import type { Passage } from "./passage";
import vocabulary from "./vocabulary.json";

/** Words of the attacks that the classifier was made with. */
const known: ReadonlySet<string> = new Set(vocabulary.words);
const isKnownWord = (word: string): boolean => known.has(word);
const LONGEST = 16;
const SHORTEST = 2;
const SINGLE = new Set(["a", "i"]);

/** Splits letters without spaces into known words, leaving as few letters over as possible. */
function spacedWords(letters: string): string {
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

/** Passages whose words were split by signs, run together, turned round or moved along the alphabet. */

const SPLIT = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$](?:[^\p{L}\p{N}@$]{1,6})){7,400}[\p{L}\p{N}@$](?![\p{L}\p{N}])/gu;
const GAP = /[^\p{L}\p{N}@$]+/gu;

/** The commonest gap stands between letters; any other one between words. */
function rejoined(passage: string): string {
  const gaps = new Map<string, number>();
  for (const [gap] of passage.matchAll(GAP)) gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
  const [usual] = [...gaps].toSorted(([, one], [, other]) => other - one)[0] ?? [""];
  return passage.replace(GAP, (gap) => (gap === usual ? "" : " "));
}

const GLUED =
  /(?<![/\p{L}\p{N}.@:-])(?:[\p{L}\p{N}'’]{1,20}[_.~*+=|\\-]{1,3}){3,40}[\p{L}\p{N}'’]{1,20}(?![/\p{L}\p{N}])|(?<![/\p{L}\p{N}.@:-])(?:[a-z]{30,400}|[A-Z]{30,400}|(?=[A-Za-z]{20})[A-Z]?[a-z]{1,15}(?:[A-Z][a-z]{0,15}){3,40})(?![/\p{L}\p{N}.@])/gu;
const unglued = (passage: string): string =>
  passage
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/[_.~*+=|\\-]+/g, " ")
    .toLowerCase();

const reversed = (text: string): string => Array.from(text).reverse().join("");
const rotatedBy =
  (by: number) =>
  (word: string): string =>
    word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97));
const mirrored = (word: string): string => word.replace(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0)));
const fromPigLatin = (word: string): string => {
  const core = word.replace(/[wy]?ay$/, "");
  if (core === word) return word;
  const moved = /^(.*?)([^aeiou]{1,3})$/.exec(core);
  const candidates = [
    core,
    moved ? `${moved[2]}${moved[1]}` : core,
    `${core.slice(-1)}${core.slice(0, -1)}`,
    `${core.slice(-2)}${core.slice(0, -2)}`,
  ];
  return candidates.find(isKnownWord) ?? word;
};

interface Cipher {
  ofWord: (word: string) => string;
  /** Whether the words stand in the opposite order too. */
  turns?: boolean;
}
const CIPHERS: readonly Cipher[] = [
  { ofWord: reversed, turns: true },
  { ofWord: reversed },
  { ofWord: rotatedBy(13) },
  { ofWord: fromPigLatin },
  { ofWord: mirrored },
  ...[1, 3, 5, 7, 23, 25].map((by) => ({ ofWord: rotatedBy(by) })),
];

const WORD = /[\p{L}\p{N}'’]+/gu;
const LEAST_HITS = 4;
/** The ciphers are tried on so many unknown words in a row. */
const LEAST_UNKNOWN = 4;

interface Word {
  start: number;
  end: number;
  text: string;
  isKnown: boolean;
}

/** Runs of unknown words that a cipher turns into known ones. */
function ciphered(text: string): Passage[] {
  const words: Word[] = [...text.matchAll(WORD)].map((match) => {
    const word = foldLookalikes(match[0].toLowerCase());
    return { start: match.index, end: match.index + match[0].length, text: word, isKnown: isKnownWord(word) };
  });
  return runsOf(words).flatMap((run) => CIPHERS.flatMap((cipher) => decodedRun(run, cipher)));
}

function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  for (const word of [...words, null]) {
    if (word !== null && (!word.isKnown || word.text.length <= 3)) run.push(word);
    else {
      if (run.filter(({ isKnown }) => !isKnown).length >= LEAST_UNKNOWN) runs.push(run);
      run = [];
    }
  }
  return runs;
}

function decodedRun(run: readonly Word[], { ofWord, turns = false }: Cipher): Passage[] {
  const decoded = run.map(({ text, isKnown }) => (isKnown && text.length <= 3 && !isKnownWord(ofWord(text)) ? text : ofWord(text)));
  const hits = decoded.flatMap((word, at) => (isKnownWord(word) && word !== run[at]?.text && word.length > 1 ? [at] : []));
  const [first, last] = [hits[0], hits.at(-1)];
  if (first === undefined || last === undefined || hits.length < LEAST_HITS || hits.length * 2 < last - first + 1) return [];
  const words = decoded.slice(first, last + 1);
  return [{ start: run[first]?.start ?? 0, end: run[last]?.end ?? 0, readings: [(turns ? words.toReversed() : words).join(" ")] }];
}

const passagesOf = (text: string, pattern: RegExp, read: (passage: string) => readonly string[]): Passage[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, readings: read(match[0]) }));

export function splitPassages(text: string): Passage[] {
  return [
    ...passagesOf(text, SPLIT, (passage) => {
      const letters = compactLetters(foldText(passage));
      return [rejoined(passage), spacedWords(letters), spacedWords(reversed(letters))];
    }),
    ...passagesOf(text, GLUED, (passage) => [unglued(passage), spacedWords(compactLetters(foldText(passage)))]),
  ];
}

export const cipherPassages = ciphered;

const LEET_WORD = /(?=[^\s]*[a-z])(?=[^\s]*[\d@$!|€+(])[a-z\d@$!|€+(]{2,40}/g;
const EMPHASIS = /\*{1,3}|_{2,3}|~~|`/g;
/** Signs inside of words, with the end of a line that may follow a hyphen. */
const INSIDE = /(?<=\p{L})[-./|+*_~·•]\n?(?=\p{L})/gu;
const BETWEEN = /["'“”]?\s*[+/|>→]+\s*["'“”]?/g;
const PIECES = 3;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Letters spaced anew, if pieces that are no words become known words with hardly a letter left over. */
function respaced(folded: string): string[] {
  const words = folded.match(/[a-z]+/g) ?? [];
  if (words.length < 2 * PIECES || words.filter((word) => !isKnownWord(word)).length * 5 < words.length * 2) return [];
  const letters = words.join("");
  const spaced = spacedWords(letters);
  const left = spaced
    .split(" ")
    .filter((word) => !isKnownWord(word))
    .join("").length;
  return left * 8 <= letters.length ? [spaced] : [];
}

/** Readings of a sentence: its signs taken for letters, and signs inside or between words left out. */
export function sentenceReadings(sentence: string, folded: string): string[] {
  const plain = foldLookalikes(folded);
  const readings = plain === folded ? [] : [plain];
  if (/[\d@$!|€+]/.test(plain)) readings.push(plain.replace(LEET_WORD, (word) => word.replace(/[^a-z]/g, (sign) => LEET.get(sign) ?? "")));
  const unmarked = sentence.replace(EMPHASIS, "");
  if (unmarked !== sentence) readings.push(foldText(unmarked));
  if (countOf(unmarked, INSIDE) >= PIECES) readings.push(foldText(unmarked.replace(INSIDE, "")));
  if (countOf(unmarked, BETWEEN) >= PIECES) readings.push(foldText(unmarked.replace(BETWEEN, " ")));
  return [...new Set([...readings, ...[plain, ...readings].flatMap(respaced)])].filter((reading) => reading !== folded);
}
