/** The parts of a text in the place of one version, such as `>= 0.6.0, < 0.11.1` or `1.2 and earlier`. */

export type RangeToken =
  | { kind: "version"; text: string }
  /** The first (`from`, `after`) or the last (`before`, `upTo`) end of a range, whose version follows. `isLoose`: others may follow too. */
  | { kind: "from" | "after" | "before" | "upTo" | "equal"; isLoose: boolean }
  /** The end of a range, whose version went before: `and earlier`, `and later`. */
  | { kind: "orEarlier" | "orLater" }
  | { kind: "all" | "comma" | "and" | "or" };

type Kind = RangeToken["kind"];

/** Words that belong to a release: `12.2 SP3`, `2019 Update 4`. */
const RELEASE_WORD = "sp|service pack|update|patch|build|hotfix|hf|rev|rc|beta|alpha|fix ?pack|fp|mr|cu|su|sr";
const RELEASE = String.raw`(?: \(?(?:${RELEASE_WORD})\.? ?\d[\w.]{0,30}\)?)`;
const VERSION = String.raw`v?\d(?:[\w*^~]|\.(?!\.)|[+:-](?=[\w*])){0,119}${RELEASE}{0,3}`;
export const NAMED_RELEASE = new RegExp(String.raw`^v?\d[\w.-]{0,119}${RELEASE}{1,3}$`, "i");
const EARLIER = "earlier|prior|previous|below|before|lower|older|under";
const LATER = "later|newer|above|higher|greater|up(?:wards?)?|onwards?";
const LESS = "(?:earlier|older|lower|less)";
const MORE = "(?:later|newer|higher|greater)";
const NOT_BEFORE_A_VERSION = String.raw`(?! ?(?:versions? |to |than )?v?\d)`;

/** In order, so that a longer phrase is tried before its beginning. */
const PATTERNS: readonly [Kind | "filler", string][] = [
  ["orEarlier", String.raw`\(?(?:and|or|&) (?:all |any )?(?:${EARLIER})(?: versions?| releases?)?\)?${NOT_BEFORE_A_VERSION}`],
  ["orLater", String.raw`\(?(?:and|or|&) (?:all |any )?(?:${LATER})(?: versions?| releases?)?\)?${NOT_BEFORE_A_VERSION}|onwards?|\+(?!\w)`],
  ["before", String.raw`up to,? ?\(?(?:but )?(?:not including|excluding|exclusive)\)?,?`],
  ["upTo", String.raw`up to(?:,? and)?(?: ?\(?including\)?)?|upto|${LESS} than or equal(?: to)?|at most|<=|=<|≤|through|thru|to\b`],
  ["upTo", String.raw`(?:[-–—~〜]|\.{2,3})(?= ?v?\d)`],
  ["after", String.raw`from \((?:excluding|exclusive)\)`],
  [
    "from",
    String.raw`from(?: \((?:including|inclusive)\))?|${MORE} than or equal(?: to)?|at least|>=|=>|≥|since|(?:start|beginn)ing(?: with| from| at| in)?`,
  ],
  ["before", `<|(?:prior|previous) to|before|${LESS} than|below|under`],
  ["after", `>|after|next of|${MORE} than|above`],
  ["equal", "==?"],
  ["all", "all(?: versions?| releases?)?\\b|(?:any|every) versions?\\b|\\*"],
  ["version", VERSION],
  ["and", "&&|&|and\\b"],
  ["or", "\\|\\||;|\\/|or\\b"],
  ["comma", ","],
  [
    "filler",
    "\\((?:inclusive|included|including)\\)|inclusive|only\\b|versions?\\b\\.?:?|ver(?=[ .\\d])\\.?|v\\.|releases?\\b|(?:firm|soft)ware\\b|the\\b|x\\b",
  ],
];
const MATCHERS = PATTERNS.map(([kind, pattern]) => ({ kind, matcher: new RegExp(String.raw`(?:${pattern})`, "iy") }));
const MOST_TOKENS = 120;
/** `before 3.2 and 4.0` may mean before either; `1.0 to 1.5 and 2.0` names one more version. */
const LOOSE = /^(?!to$|thr)[a-z]/i;

function tokenOf(kind: Kind, text: string): RangeToken {
  if (kind === "version") return { kind, text };
  if (kind === "from" || kind === "after" || kind === "before" || kind === "upTo" || kind === "equal") {
    return { kind, isLoose: LOOSE.test(text) };
  }
  return { kind };
}

/** Null for a text with anything else in it. */
export function rangeTokens(text: string): RangeToken[] | null {
  const tokens: RangeToken[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    let end = at;
    for (const { kind, matcher } of MATCHERS) {
      matcher.lastIndex = at;
      const [found] = matcher.exec(text) ?? [];
      if (found === undefined) continue;
      if (kind !== "filler") tokens.push(tokenOf(kind, found));
      end = at + found.length;
      break;
    }
    if (end === at || tokens.length > MOST_TOKENS) return null;
    at = end;
  }
  return tokens;
}
