import type { ArticleText } from "./cluster-rules";

/** Facts stated in an article's text, which its embedding may have lost. */
export interface ArticleFacts {
  /** Amounts in the title by kind: a currency sign, `percent` or `size`. */
  amounts: ReadonlyMap<string, ReadonlySet<number>>;
  /** Versions in the title by the name before them: `gpt` to 5.2. */
  versions: ReadonlyMap<string, ReadonlySet<string>>;
  numbers: ReadonlySet<number>;
  allVersions: ReadonlySet<string>;
  /** Stems of the title's content words. */
  titleWords: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Stems of the title's words with a capital letter. */
  titleNames: ReadonlySet<string>;
  /** Stems of words that occur without a capital letter somewhere, so they are not names. */
  lowercaseWords: ReadonlySet<string>;
}

const SCALE: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};
const AMOUNT =
  /([$€£¥]\s?)?(?<![\p{L}\p{N}.-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?-?(k|thousand|mn?|million|bn?|billion|tn?|trillion)(?![\p{L}\p{N}]))?(\s?(?:%|percent\b|per cent\b))?/giu;
/** `GPT-5.2`, `Nova v5`, `K3`, `GPT-4o`: a name, a number and up to two letters. */
const VERSION =
  /(?<![\p{L}\p{N}])(\p{L}+)(?:[- ]v?|-?v)?(\d+(?:\.\d+)*)([a-z]{0,2})(?![\p{L}\p{N}%]|[.,]\d|\s?(?:%|percent|per cent|million|billion|trillion|bn|mn|thousand))/giu;
/** `Nova5` reads as `Nova 5`, while a code like `K3` stays whole. */
const GLUED = /(\p{L}{3})(?=\d)/gu;
/** Hyphens separate words: `Copilot-SDK` is `Copilot SDK`. */
const WORD = /[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu;

const COMMON = new Set(
  (
    "a about above after again against all also am amid among an and any are around as at away back be became because become been before being below between both but by came can could did do does doing down during each even ever every few first for from further gave get gets getting give given go goes going good got had has have having he her here hers him his how i if in inside instead into is it its just keep last latest let lets like look looks made make makes making many may me might more most much must my near need needs never new next no nor not now of off on once one only onto or other our out over own part per put rather really said same say says see she should since so some still such take takes than that the their them then there these they this those three through time to together too two under until up upon us use used user users uses using very via want wants was way we week well went were what when where which while who whom whose why will with within without won would year years yet you your " +
    "ai artificial intelligence tech technology company companies startup firm maker report reports reported announce announces announced announcement launch launches launched launching unveil unveils unveiled release releases released introduce introduces introducing introduced model models tool tools app apps feature features update updates updated today day month could plan plans bring brings offer offers people world help helps work works human humans"
  ).split(" "),
);

function roughStem(word: string): string {
  const plain = word
    .replace(/['’]s$/u, "")
    .replace(/[’']/gu, "")
    .replace(/^(.*\p{L})\.(\p{L})/u, "$1$2");
  if (plain.length > 5 && /(?:ing|ers)$/u.test(plain)) return plain.slice(0, -3);
  if (plain.length > 4 && /(?:ed|es|er)$/u.test(plain)) return plain.slice(0, -2);
  if (plain.length > 4 && /[se]$/u.test(plain) && !plain.endsWith("ss")) return plain.slice(0, -1);
  return plain;
}

const isContentWord = (word: string): boolean => !COMMON.has(word) && (word.length > 1 || /\d/.test(word));
const hasCapital = (word: string): boolean => /\p{Lu}/u.test(word);

function wordsOf(text: string, accepts: (word: string) => boolean = () => true): Set<string> {
  const words = (text.replace(GLUED, "$1 ").match(WORD) ?? []).filter(accepts).map((word) => word.toLowerCase().replace(/['’]s$/u, ""));
  return new Set(words.filter(isContentWord).map(roughStem));
}

function add<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
  map.set(key, (map.get(key) ?? new Set<Value>()).add(value));
}

function amountsOf(text: string): { byKind: Map<string, Set<number>>; numbers: Set<number> } {
  const byKind = new Map<string, Set<number>>();
  const numbers = new Set<number>();
  for (const [, currency, digits = "", scale, percent] of text.matchAll(AMOUNT)) {
    const value = Number(digits.replaceAll(",", "")) * (scale ? (SCALE[scale.toLowerCase()] ?? 1) : 1);
    numbers.add(value);
    if (percent) add(byKind, "percent", value);
    else if (currency) add(byKind, currency.trim(), value);
    else if (scale) add(byKind, "size", value);
  }
  return { byKind, numbers };
}

/** A common word that a number makes a name: `Part 1` is another article than `Part 2`. */
const NUMBERED = "part";

function versionsOf(text: string): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  for (const [, name = "", number = "", letters = ""] of text.toLowerCase().matchAll(VERSION)) {
    if ((name === NUMBERED || !COMMON.has(name)) && !(letters in SCALE)) add(versions, name, `${number}${letters}`);
  }
  return versions;
}

export function factsOf({ title, snippet }: ArticleText): ArticleFacts {
  const whole = `${title}\n${snippet}`;
  const { byKind: amounts } = amountsOf(title);
  const allVersions = new Set([...versionsOf(whole)].flatMap(([name, versions]) => [...versions].map((version) => `${name} ${version}`)));
  return {
    amounts,
    versions: versionsOf(title),
    numbers: amountsOf(whole).numbers,
    allVersions,
    titleWords: wordsOf(title),
    words: wordsOf(whole),
    titleNames: wordsOf(title, hasCapital),
    lowercaseWords: wordsOf(whole, (word) => !hasCapital(word)),
  };
}
