import { decodeHTML } from "entities";

const LINE_SEPARATORS = /\r\n?|[\u0085\u2028\u2029]/g;
const ODD_SPACES = /(?! )\p{Zs}/gu;

/** Invisible characters: controls except tab and line feed, zero-width, bidi, fillers, selectors, tags. */
const INVISIBLE = /(?![\t\n])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}|[\ufff9-\ufffc]/gu;

const LONE_SURROGATES = /\p{Cs}/gu;

/** A model reads invisible characters that a person does not see. */
export function stripInvisible(text: string): string {
  return text.replace(LINE_SEPARATORS, "\n").replace(ODD_SPACES, " ").replace(INVISIBLE, "").replace(LONE_SURROGATES, "");
}

/** Letters of other scripts that look Latin. NFKC covers full-width, circled and mathematical forms. */
const LOOKALIKES = new Map(
  `аa вb еe ёe з3 иu іi їi јj кk мm нh оo пn рp сc ѕs тt уy хx ԁd һh ԛq ԝw ѵv ьb ӏl гr αa βb εe ηn ιi κk μm νv οo ρp σo τt
   υu χx ωw ϲc ϳj ոn սu օo հh զq ցg աw ıi ȷj ɑa ɡg ɩi ɪi ʏy ʀr ɴn ʟl ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw
   ᴢz øo łl đd ħh ¡i ǃ!`
    .split(/\s+/)
    .map(([sign = "", latin = ""]) => [sign, latin]),
);

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join("")}]`, "gu");
const NOT_ASCII = /\P{ASCII}/u;
const LATIN_ACCENTS = /([a-z])[\u0300-\u036f]{1,8}/g;
const ANY_ACCENTS = /[\u0300-\u036f]/g;
/** The character that an entity of no character (`&#0;`) is decoded to. */
const NO_CHARACTER = /\ufffd/g;
const SYMBOL_LETTERS = /[\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const TAGS = /<\/?[a-z!][^<>]{0,300}>/g;
const ESCAPES = /%([2-7][0-9a-f])|\\x([2-7][0-9a-f])|\\u00([2-7][0-9a-f])/g;

const symbolLetter = (symbol: string): string => {
  const code = symbol.codePointAt(0) ?? 0;
  const first = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : code >= 0x1f150 ? 0x1f150 : 0x1f130;
  return String.fromCharCode(97 + code - first);
};

const unescape = (text: string): string =>
  text.replace(ESCAPES, (_, percent?: string, hex?: string, unicode?: string) =>
    String.fromCharCode(parseInt(percent ?? hex ?? unicode ?? "20", 16)),
  );

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(you|we|they)'?re\b/g, "$1 are"],
  [/\b(?:can'?t|cannot)\b/g, "can not"],
  [/\bwon'?t\b/g, "will not"],
  [/\b(do|does|did|is|are|must|should|would|could)n'?t\b/g, "$1 not"],
  [/\b(i|you|we)'ll\b/g, "$1 will"],
  [/\b(i|you|we)'d\b/g, "$1 would"],
  [/\b(i|you|we)'ve\b/g, "$1 have"],
  [/\bi'm\b/g, "i am"],
];

function expandContractions(text: string): string {
  if (!text.includes("'") && !/\b(?:dont|cant|wont|youre)\b/.test(text)) return text;
  return CONTRACTIONS.reduce(
    (done, [pattern, words]) => done.replace(pattern, words),
    text.replace(/\bdont\b/g, "do not").replace(/\byoure\b/g, "you are"),
  );
}

/** Lower case, Latin accents removed, entities and escapes decoded, tags removed, single spaces. */
export function foldText(text: string): string {
  // Twice, because some feeds escape twice; the second time names in capitals are known too.
  let folded = decodeHTML(decodeHTML(text).toLowerCase()).toLowerCase();
  if (NOT_ASCII.test(folded)) {
    folded = stripInvisible(folded).replace(NO_CHARACTER, "").replace(SYMBOL_LETTERS, symbolLetter).normalize("NFKC").toLowerCase();
    folded = folded
      .replace(/[‘’‛′´`]/g, "'")
      .replace(/[“”„‟″«»]/g, '"')
      .replace(/[‐-―−]/g, "-");
    folded = folded.normalize("NFD").replace(LATIN_ACCENTS, "$1").normalize("NFC");
  }
  if (folded.includes("%") || folded.includes("\\")) folded = unescape(folded).toLowerCase();
  if (folded.includes("<")) folded = folded.replace(TAGS, "");
  return expandContractions(folded).replace(/\s+/g, " ").trim();
}

/**
 * Maps look-alikes to Latin. That is right for mixed words but wrong for Russian or Greek, so it is
 * only a second reading.
 */
export function foldLookalikes(folded: string): string {
  if (!NOT_ASCII.test(folded)) return folded;
  return folded
    .normalize("NFD")
    .replace(ANY_ACCENTS, "")
    .replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}

/** Digits and signs read as letters (leetspeak). */
export const LEET: ReadonlyMap<string, string> = new Map(
  "0o 1i 3e 4a 5s 7t 8b 9g @a $s !i |i €e +t (c".split(" ").map(([sign = "", letter = ""]) => [sign, letter]),
);

/** Letters only, with digits read as leetspeak. Spacing, dots and emoji between letters disappear. */
export function compactLetters(folded: string): string {
  return foldLookalikes(folded)
    .replace(/[013457@$!|€]/g, (sign) => LEET.get(sign) ?? "")
    .replace(/[^a-z]/g, "");
}
