import { stripVTControlCharacters } from "node:util";

/** Control characters steer a terminal. Formatting ones hide text, or show it in another order. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const OUTSIDE_ASCII_JSON = /[\u007f-\u009f\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A text that does nothing to the terminal that shows it, with its spaces as they are. */
export const unsteering = (text: string): string => stripVTControlCharacters(text).replaceAll(STEERING, "");

/** A text of others on one line, which does nothing to the terminal that shows it. */
export const safeText = (text: string): string => unsteering(stripVTControlCharacters(text).replaceAll(/\s+/g, " ")).trim();

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");

/** JSON of the same value whose bytes do nothing to a terminal: JSON itself escapes only the first 32 characters. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(OUTSIDE_ASCII_JSON, escaped);
