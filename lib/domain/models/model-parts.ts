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
/** Year and month, as Mistral dates its releases: `2512`. */
const YEAR_AND_MONTH = /(?<![\d.])2[3-9](?:0[1-9]|1[0-2])(?![\d.])/g;
const SIZE = /(?<![a-z\d])(?:\d+x|[ae])?\d+(?:\.\d+)?[bmkt](?![a-z\d])/g;
/** These tell a package of the weights, not another model. */
const PACKAGING = new Set(["it", "hf", "maas", "model", "models"]);
/** Of weights, which name their size, the instructed version is meant; `gpt-3.5-turbo-instruct` is a model of its own. */
const INSTRUCTED = "instruct";

/** Splits words that were written together, `codexmini`, at words that listings use. Fewest pieces first. */
function splitWord(word: string, known: ReadonlySet<string>): readonly string[] {
  if (known.has(word)) return [word];
  for (let end = word.length - 1; end > 0; end -= 1) {
    if (!known.has(word.slice(0, end))) continue;
    const rest = splitWord(word.slice(end), known);
    if (rest.every((piece) => known.has(piece))) return [word.slice(0, end), ...rest];
  }
  return [word];
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
  const plain = leaf.replace(CLOUD_REGION, "").replace(PACKAGE_REVISION, "").replace(/(\d)p(\d)/g, "$1.$2");
  const full = take(plain, FULL_DATE);
  const short = take(full.rest, YEAR_AND_MONTH);
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
    dates: [...full.found, ...short.found],
  };
}
