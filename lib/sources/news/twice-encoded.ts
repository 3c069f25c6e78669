/**
 * The signs of windows-1252 in place of control characters, by their bytes from 0x80. A point stands
 * where it has none.
 */
const SIGNS = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";
const bytes = new Map([...SIGNS].flatMap((sign, at) => (sign === "." ? [] : [[sign, 0x80 + at] as const])));

const CONTINUATION = `[\\u0080-\\u00bf${[...bytes.keys()].join("")}]`;
const SEQUENCE = new RegExp(
  `[\\u00c2-\\u00df]${CONTINUATION}|[\\u00e0-\\u00ef]${CONTINUATION}{2}|[\\u00f0-\\u00f4]${CONTINUATION}{3}`,
  "g",
);
const NOT_ASCII = new RegExp(`[\\u0080-\\u00ff${[...bytes.keys()].join("")}]`, "g");

/** Sequences with a smaller share are letters that happen to stand side by side. */
const LEAST_SHARE = 0.75;
/**
 * Least sign that three letters may stand for. Below it are scripts that no feed of ours writes, and
 * of which three letters of a French sentence can read as a sign.
 */
const LEAST_OF_THREE = "\u1000";

const strict = new TextDecoder("utf-8", { fatal: true });

function decoded(sequence: string): string | null {
  try {
    const sign = strict.decode(Uint8Array.from(sequence, (letter) => bytes.get(letter) ?? letter.charCodeAt(0)));
    return sequence.length > 2 && sign < LEAST_OF_THREE ? null : sign;
  } catch {
    return null;
  }
}

/** Repairs text whose UTF-8 was read as windows-1252 and encoded once more: `KÃ¶ln` becomes `Köln`. Other text stays as it is. */
export function repairTwiceEncoded(text: string): string {
  const sequences = [...text.matchAll(SEQUENCE)].map(([sequence]) => sequence).filter((sequence) => decoded(sequence) !== null);
  if (sequences.length === 0) return text;
  const signs = text.match(NOT_ASCII)?.length ?? 0;
  if (sequences.join("").length < signs * LEAST_SHARE) return text;
  return text.replace(SEQUENCE, (sequence) => decoded(sequence) ?? sequence);
}
