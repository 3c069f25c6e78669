import { compactLetters, foldLookalikes, LEET } from "./fold-text";
import { spacedWords } from "./spaced-words";

const COMMON = new Set(
  "the a an of to in and is for on with at by from it this that as are be was or has have you your not but will can how what why its new after over us says he she they we i all no more up out about into de la le el der die das und et les des en un una que".split(
    " ",
  ),
);
/** The letters from a to z. */
const MORSE = new Map(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ")
    .map((signs, index) => [signs, String.fromCharCode(97 + index)]),
);

const LEET_WORD = /(?=[^\s]*[a-z])(?=[^\s]*[\d@$!|€+(])[a-z\d@$!|€+(]{2,40}/g;

const reversed = (text: string): string => Array.from(text).reverse().join("");
const rotated = (text: string, by: number): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97));
const mirrored = (text: string): string => text.replace(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0)));
const unleet = (text: string): string => text.replace(LEET_WORD, (word) => word.replace(/[^a-z]/g, (sign) => LEET.get(sign) ?? ""));
const fromMorse = (text: string): string =>
  text
    .split(/ {0,3}[/|\n] {0,3}| {2,5}/)
    .map((word) =>
      word
        .trim()
        .split(" ")
        .map((letters) => MORSE.get(letters.replace(/·|•/g, ".").replace(/–|—|−/g, "-")) ?? "")
        .join(""),
    )
    .join(" ");
const eachWordReversed = (text: string): string => text.split(" ").map(reversed).join(" ");

const isScattered = (folded: string): boolean => {
  const singles = folded.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}@$](?![\p{L}\p{N}])/gu)?.length ?? 0;
  return singles >= 10 && singles * 3 >= folded.replace(/[^\p{L}\p{N}]/gu, "").length * 2;
};

/** A text without a single common word is in an unknown language or encoded. */
const isOpaque = (folded: string): boolean => folded.length >= 12 && !folded.split(/[^\p{L}']+/u).some((word) => COMMON.has(word));

const GLUED = /[a-z]{24,400}/;
const JOINED = /(?:[\p{L}\p{N}]{1,20}[_.~*+=|/\\-]{1,3}){3,40}[\p{L}\p{N}]{1,20}/u;

const SUSPICIOUS = /ignore|forget|disregard|previous|instruction|prompt|rules|system|reveal|secret/;
const cipherReadings = (plain: string): string[] => [
  reversed(plain),
  eachWordReversed(plain),
  mirrored(plain),
  ...[1, 3, 13, 23, 25].map((by) => rotated(plain, by)),
];

/** Decoded variants of a folded sentence (leetspeak, reversed, rotated, Morse, glued words); ordinary text has none. */
export function otherReadings(folded: string): string[] {
  const readings: string[] = [];
  const plain = foldLookalikes(folded);
  if (plain !== folded) readings.push(plain);
  if (/[\d@$!|€+(]/.test(plain) && LEET_WORD.test(plain)) readings.push(unleet(plain));
  LEET_WORD.lastIndex = 0;
  if (/[_.~*+=|/\\-].{1,30}[_.~*+=|/\\-].{1,30}[_.~*+=|/\\-]/.test(plain) && JOINED.test(plain)) {
    readings.push(plain.replace(/[_.~*+=|/\\-]+/g, " "));
  }
  if (isScattered(plain)) {
    const letters = compactLetters(plain);
    readings.push(
      plain.replace(/(?<=^|[^\p{L}])([\p{L}@$\d])[^\p{L}\d@$]{1}(?=[\p{L}@$\d](?:[^\p{L}]|$))/gu, "$1"),
      spacedWords(letters),
      spacedWords(reversed(letters)),
    );
  } else if (GLUED.test(plain)) readings.push(spacedWords(compactLetters(plain)));
  if (/^[\s./|·•–—−-]{20,}$/.test(plain)) readings.push(fromMorse(plain));
  else if (isOpaque(plain)) readings.push(...cipherReadings(plain).filter((reading) => !isOpaque(reading) || SUSPICIOUS.test(reading)));
  return readings;
}
