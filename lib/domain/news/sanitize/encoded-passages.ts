import { decodeHTML } from "entities";
import type { Passage } from "./passage";

/** Encoded passages and what they decode to. A hash, a slug or an identifier does not decode to words. */

const READABLE = /^[\t\n\r -~\u00a0-\u024f]{6,}$/;
const SENTENCE = /[a-z]{2,}[ _][a-z0-9"']{1,}[ _]["'a-z0-9/]/i;

const fromUnits = (units: readonly string[], radix: number): string =>
  units.map((unit) => String.fromCharCode(parseInt(unit, radix))).join("");

function decodeBase64(blob: string): string | null {
  try {
    return atob(blob.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}

const BASE32_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function decodeBase32(blob: string): string {
  let bits = "";
  for (const sign of blob.replace(/=+$/, "")) bits += BASE32_SIGNS.indexOf(sign).toString(2).padStart(5, "0");
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 2))).join("");
}

/** The letters from a to z. */
const MORSE = new Map(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ")
    .map((signs, index) => [signs, String.fromCharCode(97 + index)]),
);
const decodeMorse = (text: string): string =>
  text
    .replace(/[·•]/g, ".")
    .replace(/[–—−]/g, "-")
    .split(/ *[/|\n] *| {2,}/)
    .map((word) =>
      word
        .split(" ")
        .map((signs) => MORSE.get(signs) ?? "")
        .join(""),
    )
    .join(" ");

interface Encoding {
  pattern: RegExp;
  decode: (blob: string) => string | null;
}

const ENCODINGS: readonly Encoding[] = [
  { pattern: /(?:[01]{7,8}[ ,]?){5,1000}/g, decode: (blob) => fromUnits(blob.match(/[01]{7,8}/g) ?? [], 2) },
  {
    pattern: /(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,;]{1,2}){7,600}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b/g,
    decode: (blob) => fromUnits(blob.match(/\d+/g) ?? [], 10),
  },
  {
    pattern: /(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:-]?){8,2000}/g,
    decode: (blob) => fromUnits(blob.replace(/0x|\\x/g, "").match(/[0-9a-fA-F]{2}/g) ?? [], 16),
  },
  {
    pattern: /(?:=[0-9A-F]{2}|(?<==[0-9A-F]{2})\w{1,3}(?==[0-9A-F]{2})){6,600}/g,
    decode: (blob) => blob.replace(/=([0-9A-F]{2})/g, (_, unit: string) => fromUnits([unit], 16)),
  },
  { pattern: /(?:&#x?[0-9a-fA-F]{2,6};? ?){6,400}/g, decode: decodeHTML },
  {
    pattern: /(?:\\u00[2-7][0-9a-fA-F]|%[2-7][0-9a-fA-F]){6,400}/g,
    decode: (blob) => fromUnits(blob.match(/[0-9a-fA-F]{2}(?=\\|%|$)/g) ?? [], 16),
  },
  { pattern: /(?:\\[0-1]?[0-7]{2}){6,400}/g, decode: (blob) => fromUnits(blob.match(/[0-7]{2,3}/g) ?? [], 8) },
  { pattern: /(?<=^|\s)(?:[.·•–—−-]{1,4}(?: {1,3}(?:[/|] {0,2})?| *\n)){8,400}[.·•–—−-]{1,4}/g, decode: decodeMorse },
  { pattern: /\b[A-Z2-7]{16,2000}={0,6}/g, decode: decodeBase32 },
  { pattern: /[A-Za-z0-9+/_-]{16,4000}={0,2}/g, decode: decodeBase64 },
];

/** Most layers that are decoded, each inside the other. */
const DEPTH = 3;

function wordsIn(decoded: string, depth = 0): string | null {
  if (!READABLE.test(decoded)) return null;
  if (SENTENCE.test(decoded.trim())) return decoded;
  const inner = depth < DEPTH ? decodeBase64(decoded.trim()) : null;
  return inner === null ? null : wordsIn(inner, depth + 1);
}

export function encodedPassages(text: string): Passage[] {
  return ENCODINGS.flatMap(({ pattern, decode }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const words = wordsIn(decode(match[0]) ?? "");
      return words === null ? [] : [{ start: match.index, end: match.index + match[0].length, readings: [words] }];
    }),
  );
}
