/** What a model's name says, whatever the order of its words and the punctuation between them. */
export interface ModelParts {
  /** Family, tier and variant, sorted: `claude`, `opus`. */
  words: readonly string[];
  /** Numbers in the order in which they come: `4.5`; without numbers empty. */
  version: string;
  /** `70b`, `a22b`, `8x7b`, `128k`. */
  sizes: readonly string[];
  /** Digits of a date: `20250514`, `2512`. */
  dates: readonly string[];
}

const CLOUD_REGION = /^(?:us|eu|apac|global|jp|au|ca)\./;
const PACKAGE_REVISION = /-v?\d+:\d+$/;
const FULL_DATE = /(?<!\d)(20\d{2})[-.\s]?(0[1-9]|1[0-2])[-.\s]?(0[1-9]|[12]\d|3[01])(?!\d)/g;
/** Month and year, as Cohere dates its releases: `03-2025`. */
const MONTH_OF_YEAR = /(?<!\d)(?:0[1-9]|1[0-2])-20\d{2}(?!\d)/g;
/** Year and month, as Mistral dates its releases: `2512`. */
const YEAR_AND_MONTH = /(?<![\d.])2[3-9](?:0[1-9]|1[0-2])(?![\d.])/g;
const SIZE = /(?<![a-z\d])(?:\d+x|[ae])?\d+(?:\.\d+)?[bmkt](?![a-z\d])/g;
/** Words that name a package of the weights, not another model. */
const PACKAGING = new Set(["it", "hf", "maas", "model", "models"]);
/** Stands in the name of weights' usual version. `gpt-3.5-turbo-instruct`, which names no size, is a model of its own. */
const INSTRUCTED = "instruct";

/** An id that its maker points to another release from time to time. */
export const isMovingId = (id: string): boolean => /-latest$/i.test(id);

/** Letters; splitting takes their square, and what is longer is no name. */
const LONGEST_COMPOUND = 40;

/** Splits words that were written together, `codexmini`, into the fewest words that listings use. */
function splitWord(word: string, known: ReadonlySet<string>): readonly string[] {
  if (word.length > LONGEST_COMPOUND) return [word];
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    const splits = best.flatMap((pieces, start) =>
      pieces && known.has(word.slice(start, end)) ? [[...pieces, word.slice(start, end)]] : [],
    );
    best.push(splits.toSorted((a, b) => a.length - b.length)[0] ?? null);
  }
  const pieces = best.at(-1) ?? [word];
  // A single letter may be a part, as in `deepseekv3`; several are no words.
  return pieces.filter(({ length }) => length === 1).length > 1 ? [word] : pieces;
}

/** A letter after a number is marked: `4o` is not `o4`. */
function wordsOf(token: string, known: ReadonlySet<string>): string[] {
  const letters = token.replace(/^\d+/, "");
  if (letters === "") return [];
  const [first = "", ...rest] = known.size === 0 ? [letters] : splitWord(letters, known);
  return [letters.length < token.length && first.length === 1 ? `${AFTER_NUMBER}${first}` : first, ...rest];
}

function take(text: string, pattern: RegExp): { found: string[]; rest: string } {
  const found = Array.from(text.matchAll(pattern), ([match]) => match.replace(/\D/g, ""));
  return { found, rest: text.replace(pattern, " ") };
}

const AFTER_NUMBER = "+";
const NOTHING_KNOWN: ReadonlySet<string> = new Set();

export function modelParts(name: string, known = NOTHING_KNOWN): ModelParts {
  const leaf = name.trim().toLowerCase().replace(CLOUD_REGION, "").split("/").at(-1) ?? "";
  // Fireworks writes 2.6 as `2p6`.
  const plain = leaf
    .replace(CLOUD_REGION, "")
    .replace(PACKAGE_REVISION, "")
    .replace(/(\d)p(\d)/g, "$1.$2")
    .replace(/\bnon[-_ ]/g, "non");
  const full = take(plain, FULL_DATE);
  const month = take(full.rest, MONTH_OF_YEAR);
  const short = take(month.rest, YEAR_AND_MONTH);
  const sizes = Array.from(short.rest.matchAll(SIZE), ([match]) => match);
  const tokens = short.rest.replace(SIZE, " ").match(/\d*[a-z]+|\d+/g) ?? [];
  const numbers = tokens.flatMap((token) => /^\d+/.exec(token)?.[0].replace(/^0+(?=\d)/, "") ?? []);
  const words = tokens
    .flatMap((token) => wordsOf(token, known))
    // `v3` and `3` are one version.
    .filter((word) => word !== "v" && !PACKAGING.has(word) && !(word === INSTRUCTED && sizes.length > 0));
  return {
    words: words.toSorted(),
    version: numbers.join(".").replace(/(?:\.0)+$/, ""),
    sizes: [...new Set(sizes)].toSorted(),
    dates: [...full.found, ...month.found, ...short.found],
  };
}
