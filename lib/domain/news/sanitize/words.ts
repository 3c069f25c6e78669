import { ENGLISH_WORDS } from "./english-words";
import { FOREIGN_WORDS } from "./foreign-words";

export type WordClass = keyof typeof ENGLISH_WORDS | keyof typeof FOREIGN_WORDS | "start" | "opening" | "literal" | "address" | "question";

interface Branch {
  classes: readonly WordClass[];
  next: Map<string, Branch>;
}

const leaf = (): Branch => ({ classes: [], next: new Map() });

/** Tries of whole phrases and of stems; runs are phrases of scripts without spaces. */
const phrases = leaf();
const stems = leaf();
const runs = new Map<string, readonly WordClass[]>();
export const LONGEST_RUN = 12;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function plant(root: Branch, words: readonly string[], name: WordClass): void {
  let branch = root;
  for (const word of words) {
    const next = branch.next.get(word) ?? leaf();
    branch.next.set(word, next);
    branch = next;
  }
  if (!branch.classes.includes(name)) branch.classes = [...branch.classes, name];
}

function addEntry(entry: string, name: WordClass): void {
  const isStem = entry.endsWith("*");
  const words = (isStem ? entry.slice(0, -1) : entry).split(/[_-]|(?<=\p{L})'(?=\p{L}{3})/u).filter((word) => word !== "");
  if (UNSPACED.test(entry)) runs.set(entry, [...new Set([...(runs.get(entry) ?? []), name])]);
  else plant(isStem ? stems : phrases, words, name);
}

for (const [name, list] of [...Object.entries(ENGLISH_WORDS), ...Object.entries(FOREIGN_WORDS)]) {
  for (const entry of list.normalize("NFC").split(/\s+/)) if (entry !== "") addEntry(entry, name as WordClass);
}

const NONE: readonly WordClass[] = [];
export const runClasses = (run: string): readonly WordClass[] => runs.get(run) ?? NONE;

/** Stems of a branch by their first two letters: most words have none, so that one lookup rejects them. */
const stemIndexes = new Map<Branch, ReadonlyMap<string, readonly (readonly [stem: string, branch: Branch])[]>>();

function indexStems(branch: Branch): void {
  const index = new Map<string, (readonly [string, Branch])[]>();
  for (const [stem, next] of branch.next) {
    if (next.classes.length > 0) index.set(stem.slice(0, 2), [...(index.get(stem.slice(0, 2)) ?? []), [stem, next]]);
    if (next.next.size > 0) indexStems(next);
  }
  for (const list of index.values()) list.sort(([one], [other]) => other.length - one.length);
  stemIndexes.set(branch, index);
}
indexStems(stems);

const stemOf = (root: Branch, word: string): Branch | undefined =>
  stemIndexes
    .get(root)
    ?.get(word.slice(0, 2))
    ?.find(([stem]) => word.startsWith(stem))?.[1];

export function entriesAt(words: readonly string[], at: number, found: (name: WordClass, length: number) => void): void {
  let branch: Branch | undefined = phrases;
  for (let length = 1; branch !== undefined && length <= 7; length += 1) {
    branch = branch.next.get(words[at + length - 1] ?? "");
    if (branch !== undefined) for (const name of branch.classes) found(name, length);
  }
  stemsAt(words, at, found);
}

function stemsAt(words: readonly string[], at: number, found: (name: WordClass, length: number) => void): void {
  let branch: Branch | undefined = stems;
  for (let length = 1; branch !== undefined && length <= 5; length += 1) {
    const word = words[at + length - 1];
    if (word === undefined) return;
    const ended = stemOf(branch, word);
    if (ended !== undefined) for (const name of ended.classes) found(name, length);
    branch = branch.next.get(word);
  }
}
