import { conceptOf, spaceRuns, type Concept } from "./concepts";

/** Features are hashed into so many places, so that the model is a list of numbers and holds no text. */
export const PLACES = 1 << 18;

/** FNV-1a, 32 bits. */
function placeOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) {
    hash ^= feature.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
const IS_WORD = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const MOST_WORDS = 90;
const REACH = 6;
/** Words that stand before a verb in the imperative, beside the beginning of a sentence. */
const BEFORE_ORDER = new Set(", : ; ( - please and then now also just must shall should to you not kindly or but".split(" "));

/** Where an order has its verb. */
const opensClause = (words: readonly string[], at: number): boolean => at === 0 || BEFORE_ORDER.has(words[at - 1] ?? "");

const wordsOf = (folded: string): string[] => (spaceRuns(folded).match(WORD) ?? []).slice(0, MOST_WORDS);

/** Forms that words do not show. */
const SIGNS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["address", /https?:|www\.|\b[a-z\d-]+\.(?:example|test|com|net|org|io)\b/],
  ["mailbox", /[\w.]+@[\w-]+\.\w/],
  ["slot", /[?&=/][^\s]{0,40}[{<[$]|\{\{|<[a-z_ ]{2,30}>|\[[a-z_ ]{2,30}\]/],
  ["call", /\b[a-z_][\w.]*\([^()]{0,80}\)/],
  ["key", /["'][a-z_]{2,20}["'] ?: ?["'[{\d]/],
  ["label", /^[^\p{L}]{0,4}[\p{L} ()]{3,40}:/u],
  ["dashes", /-{2,}|={3,}|#{2,}|\*{3,}/],
  ["command", /\b(?:rm|curl|cat|sudo|bash|sh|git|npm|pip|env) (?:-|\.|~|\/|[a-z])|[~./]\w*\/[.\w]/],
  ["question", /\?\s*$/],
];

type Add = (feature: string) => void;

function addWords(add: Add, words: readonly string[], named: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    add(`w ${word}`);
    add(`b ${word} ${words[at + 1] ?? "$"}`);
    add(`n ${named[at]} ${named[at + 1] ?? "$"}`);
    add(`t ${named[at]} ${named[at + 1] ?? "$"} ${named[at + 2] ?? "$"}`);
    add(`s ${named[at]} ${named[at + 2] ?? "$"}`);
    if (!opensClause(words, at)) continue;
    add(`k ${word}`);
    add(`k ${word} ${words[at + 1] ?? "$"}`);
  }
}

/** Which parts are played, beside whom, and which of them open a clause as an order does. */
function addConcepts(add: Add, words: readonly string[], concepts: readonly (Concept | undefined)[]): void {
  const present = [...new Set(concepts)].filter((concept) => concept !== undefined).toSorted();
  for (const [at, one] of present.entries()) {
    add(`c ${one}`);
    for (const other of present.slice(at + 1)) add(`p ${one} ${other}`);
  }
  for (const [at, concept] of concepts.entries()) {
    if (concept === undefined) continue;
    if (opensClause(words, at)) add(`i ${concept}`);
    for (let next = at + 1; next <= at + REACH; next += 1) if (concepts[next] !== undefined) add(`o ${concept} ${concepts[next]}`);
  }
}

/** Pieces of words: they hold endings, and the words of languages that are written without spaces. */
function addPieces(add: Add, words: readonly string[]): void {
  for (const word of words) {
    if (!IS_WORD.test(word)) continue;
    const sizes = UNSPACED.test(word) ? [1, 2, 3] : [4, 5];
    const padded = `<${word}>`;
    for (const size of sizes) for (let at = 0; at + size <= padded.length; at += 1) add(`g ${padded.slice(at, at + size)}`);
  }
}

const IS_CODE = /[a-z_][\w.]*\([^()]{0,80}\)|["'][a-z_]{2,20}["'] ?:|[?&=/][^\s]{0,40}[{<[$]/;

export interface Features {
  places: Set<number>;
  /** Whether the sentence holds enough of what an attack is made of to be judged at all. */
  isCandidate: boolean;
}

/** What an attack speaks of: a machine, its guidance, answer or secrets, whom it serves, its new role. */
const TARGETS: readonly Concept[] = ["machine", "guidance", "answer", "secret", "person", "become", "earlier"];
/** What the reader is told to do. */
const DEEDS: readonly Concept[] = ["drop", "tell", "send", "always", "become", "answer"];
const OBLIGES = new Set("must shall should may to will can are is have has needs agree agrees asked ordered".split(" "));
const ENGLISH = /(?<![\p{L}])(?:the|of|to|and|a|in|is|it|for|that|this|with|on|by)(?![\p{L}])/u;

/** Somebody is spoken to: by "you", by an order, or as a machine or its user that must do something. */
function isAddressing(words: readonly string[], concepts: readonly (Concept | undefined)[]): boolean {
  return concepts.some((concept, at) => {
    if (concept === undefined) return false;
    if (concept === "you") return true;
    if (DEEDS.includes(concept) && opensClause(words, at)) return true;
    if (concept !== "machine" && concept !== "answer" && concept !== "person" && concept !== "guidance") return false;
    return words.slice(at + 1, at + 4).some((word) => OBLIGES.has(word) || word === ":");
  });
}

/** Places of a sentence's features, each once. */
export function featuresOf(folded: string): Features {
  const words = wordsOf(folded);
  const concepts = words.map(conceptOf);
  const named = words.map((word, at) => concepts[at] ?? word);
  const places = new Set<number>();
  const add: Add = (feature) => places.add(placeOf(feature));
  add(`first ${words[0] ?? ""}`);
  add(`first ${concepts[0] ?? "-"}`);
  add(`last ${words.at(-1) ?? ""}`);
  add(`long ${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`);
  for (const [name, sign] of SIGNS) if (sign.test(folded)) add(`sign ${name}`);
  addWords(add, words, named);
  addConcepts(add, words, concepts);
  addPieces(add, words);
  const present = new Set(concepts.filter((concept) => concept !== undefined));
  const hasTarget = TARGETS.some((concept) => present.has(concept)) || present.has("you") || present.has("me");
  const isSpoken =
    isAddressing(words, concepts) || IS_CODE.test(folded) || (!ENGLISH.test(folded) && DEEDS.some((deed) => present.has(deed)));
  return { places, isCandidate: present.size >= 2 && hasTarget && isSpoken };
}
