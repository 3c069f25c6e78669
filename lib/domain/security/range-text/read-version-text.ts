import { EVERY_VERSION, type VersionBounds } from "../version-range";
import { NAMED_RELEASE, rangeTokens } from "./range-tokens";
import { readRanges, twoVersions } from "./read-ranges";

/** Content of a version's place: a version, ranges of versions, nothing, or a text that cannot be read. */
export type VersionText =
  | { kind: "version"; version: string }
  /** `label`: the package that the text says the ranges are of, as in `notebook: >= 7.0.0`. */
  | { kind: "ranges"; ranges: VersionBounds[]; label: string | null }
  | { kind: "nothing" }
  | { kind: "unparsed" };

const NOTHING = /^(?:n\/?a|unspecified|unknown|not specified|none|-)?$/i;
const EVERYTHING = /^(?:\*|any|all(?: versions?| releases?)?|(?:any|every) version)$/i;
/** A version has a digit, and nothing that stands between versions. */
const PLAIN = /^[\w@][\w.+:~^@/()-]{0,119}$/;
/** A branch, a version with all later ones, versions between slashes or dots, or an address. */
const NOT_PLAIN = /\.\.|\.(?:x|\*)$|^v?\d[\w.]*\+$|^v?\d[\w.]*(?:\/v?\d[\w.]*)+$|:\/\//i;
/** Words about versions that hyphens join to them: `before-3.2`, `1.0-to-1.5`. */
const WORDED = /(?:^|[-_])(?:before|prior|through|until|to|and|earlier|later|newer|older|latest)(?:[-_]|$)/i;
const LABEL = /^(@?[a-z][\w .@/-]{0,80}?): +(?=\S)/i;
const LABEL_WITHOUT_NAME = /^affected$|^(?:affected )?(?:versions?|releases?)$/i;
/** Words before a colon that are no package: a word about versions, or a platform. */
const NO_PACKAGE =
  /\b(?:fixed|patched|unaffected|not|before|prior|from|since|to|through|until|in)\b|^(?:windows|linux|mac ?os|android|i(?:pad)?os|unix)\b/i;
const INTERVAL = /^([[(]) ?([^,\s[\]()]*) ?, ?([^,\s[\]()]*) ?([\])])$/;
const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const folded = (text: string): string => wordsOf(text).join(" ");

const normalize = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\bbetween (\S+) and (?=v?\d)/gi, "from $1 to ")
    .replace(/\s+/g, " ")
    .trim();

/** `[1.0,2.0)`, as Maven writes ranges. */
function interval(text: string): VersionBounds | null {
  const [, opening, first = "", last = "", closing] = INTERVAL.exec(text) ?? [];
  if (opening === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? {} : opening === "[" ? { from: first } : { after: first };
  const end = last === "" ? {} : closing === "]" ? { upTo: last } : { before: last };
  return { ...EVERY_VERSION, ...start, ...end };
}

/** Records repeat the product before its versions: `Apache Flink 1.11.0 to 1.11.2`. */
function withoutNames(text: string, names: readonly string[]): string {
  const whole = names.find((name) => text.toLowerCase().startsWith(`${name.toLowerCase()} `));
  if (whole !== undefined) return text.slice(whole.length + 1);
  const known = new Set(names.flatMap(wordsOf));
  const [leading = ""] = /^(?:[\p{L}!'._-]+ )*/u.exec(text) ?? [];
  const words = wordsOf(leading);
  return words.length > 0 && words.every((word) => known.has(word)) ? text.slice(leading.length) : text;
}

function labelled(text: string, names: readonly string[]): { label: string | null; rest: string } {
  const [whole = "", name] = LABEL.exec(text) ?? [];
  if (name === undefined || NO_PACKAGE.test(name)) return { label: null, rest: text };
  const isKnown = LABEL_WITHOUT_NAME.test(name) || names.some((known) => folded(known) === folded(name));
  return { label: isKnown ? null : name, rest: text.slice(whole.length) };
}

/** `names`: how the record calls the product. `hasRevisions`: hyphens belong to its versions, as in packages of a distribution. */
export function readVersionText(raw: string, names: readonly string[], hasRevisions = false): VersionText {
  const text = normalize(raw);
  if (NOTHING.test(text)) return { kind: "nothing" };
  if (EVERYTHING.test(text)) return { kind: "ranges", ranges: [EVERY_VERSION], label: null };
  if (WORDED.test(text)) return { kind: "unparsed" };
  const two = hasRevisions ? null : twoVersions(text);
  if (two) return { kind: "ranges", ranges: [two], label: null };
  const isPlain = PLAIN.test(text) && /\d/.test(text) && !NOT_PLAIN.test(text);
  if (isPlain || NAMED_RELEASE.test(text)) return { kind: "version", version: text };
  const { label, rest } = labelled(text, names);
  const stripped = withoutNames(rest, names);
  const found = interval(stripped);
  const tokens = rangeTokens(stripped);
  const ranges = found ? [found] : tokens && readRanges(tokens);
  return ranges ? { kind: "ranges", ranges, label } : { kind: "unparsed" };
}
