/** Instructions written so that a person skims past them: spaced out, reversed, rotated, or encoded. */
const FILLER = "(?:all|any|every|of|the|your|my|these|those|our|and){0,5}";
const COMPACT: readonly RegExp[] = [
  new RegExp(`(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass|donotfollow|dontfollow)${FILLER}(?:previous|prior|above|earlier|preceding|past|foregoing|initial|original){1,2}(?:system|safety|given|existing){0,2}(?:and|or|system|safety|ly|given|chat|user){0,2}(?:instruction|prompt|direction|directive|command|rule|guideline|message|order|context|polic)`),
  /(?:reveal|show|print|output|repeat|leak|display|expose|dump)(?:me|us|the|all|your|full|entire|its|my|hidden|secret){0,4}systemprompt/,
  /youarenow(?:dan|indevelopermode|inadminmode|jailbroken|unrestricted|unfiltered|freefrom|evil)|doanythingnow/,
];

const matchesCompact = (letters: string): boolean => letters.length >= 12 && COMPACT.some((pattern) => pattern.test(letters));
const reversed = (letters: string): string => Array.from(letters).reverse().join("");
const rotated = (letters: string): string => letters.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

export function hasScatteredInstruction(letters: string): boolean {
  return matchesCompact(letters) || matchesCompact(reversed(letters)) || matchesCompact(rotated(letters));
}

const BASE64 = /[A-Za-z0-9+/_-]{12,4000}={0,2}/g;
const HEX = /(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:]?){8,2000}/g;
const BINARY = /(?:[01]{8}[ ,]?){5,1000}/g;
const READABLE = /^[\t\n -~]{6,}$/;

const decodeBase64 = (blob: string): string | null => {
  try {
    return atob(blob.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
};

const fromUnits = (units: readonly string[], radix: number): string => units.map((unit) => String.fromCharCode(parseInt(unit, radix))).join("");

const decoders: readonly { pattern: RegExp; decode: (blob: string) => string | null }[] = [
  { pattern: BINARY, decode: (blob) => fromUnits(blob.match(/[01]{8}/g) ?? [], 2) },
  { pattern: HEX, decode: (blob) => fromUnits(blob.replace(/0x|\\x/g, "").match(/[0-9a-fA-F]{2}/g) ?? [], 16) },
  { pattern: BASE64, decode: decodeBase64 },
];

/** Several words, or a command with an argument: hashes, slugs and identifiers do not decode to that. */
const isSentence = (text: string): boolean => READABLE.test(text) && /[a-z]{2,} ["'a-z0-9/]/i.test(text.trim());

/** Encoded passages that decode to readable words are marked: nobody publishes headlines in base64. */
export function replaceEncoded(text: string, mark: string): string {
  let result = text;
  for (const { pattern, decode } of decoders) {
    result = result.replace(pattern, (blob) => {
      const decoded = decode(blob);
      return decoded !== null && isSentence(decoded) ? mark : blob;
    });
  }
  return result;
}
