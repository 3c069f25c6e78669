const BASE64 = /[A-Za-z0-9+/_-]{16,4000}={0,2}/g;
const BASE32 = /\b[A-Z2-7]{16,2000}={0,6}/g;
const HEX = /(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:-]?){8,2000}/g;
const BINARY = /(?:[01]{7,8}[ ,]?){5,1000}/g;
const DECIMAL = /(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,;]{1,2}){7,600}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b/g;
const READABLE = /^[\t\n\r -~]{6,}$/;

const decodeBase64 = (blob: string): string | null => {
  try {
    return atob(blob.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
};

const BASE32_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function decodeBase32(blob: string): string {
  let bits = "";
  for (const sign of blob.replace(/=+$/, "")) bits += BASE32_SIGNS.indexOf(sign).toString(2).padStart(5, "0");
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 2))).join("");
}

const fromUnits = (units: readonly string[], radix: number): string =>
  units.map((unit) => String.fromCharCode(parseInt(unit, radix))).join("");

const decoders: readonly { pattern: RegExp; decode: (blob: string) => string | null }[] = [
  { pattern: BINARY, decode: (blob) => fromUnits(blob.match(/[01]{7,8}/g) ?? [], 2) },
  { pattern: DECIMAL, decode: (blob) => fromUnits(blob.match(/\d+/g) ?? [], 10) },
  { pattern: HEX, decode: (blob) => fromUnits(blob.replace(/0x|\\x/g, "").match(/[0-9a-fA-F]{2}/g) ?? [], 16) },
  { pattern: BASE32, decode: decodeBase32 },
  { pattern: BASE64, decode: decodeBase64 },
];

/** Several words, or a command with an argument. Hashes, slugs and identifiers do not decode to that. */
const isSentence = (text: string): boolean => READABLE.test(text) && /[a-z]{2,} ["'a-z0-9/]/i.test(text.trim());

/** Replaces encoded passages that decode to readable words by `mark`: no headline is published in base64. */
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
