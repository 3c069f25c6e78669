/** The text as a reader tells it apart. The sanitizer may always remove spacing and characters that are not seen. */
const seen = (text: string): string => text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\s]/gu, "");

const withoutTags = (text: string): string => text.replace(/<!--.*?-->|<[^<>]*>/gs, "");

/** Letters and digits only. An attack that is split by signs then reads the same before and after they are removed. */
const letters = (text: string): string =>
  seen(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{So}]/gu, "");

const GRAM = 5;

function gramsOf(text: string): Set<string> {
  if (text.length <= GRAM) return new Set(text === "" ? [] : [text]);
  return new Set(Array.from({ length: text.length - GRAM + 1 }, (_, at) => text.slice(at, at + GRAM)));
}

function shareFound(part: string, text: string): number {
  const grams = [...gramsOf(part)];
  return grams.filter((gram) => text.includes(gram)).length / grams.length;
}

/** Share from 0 to 1 of a part's letter sequences that still stand in the text. A part without letters is there whole or not at all. */
export function shareLeft(part: string, text: string): number {
  const [written, rendered] = [letters(part), letters(withoutTags(part))];
  if (written === "") return part !== "" && text.includes(part) ? 1 : 0;
  const left = letters(text);
  return Math.max(shareFound(written, left), rendered === "" ? 0 : shareFound(rendered, left));
}

/** Whether a reader sees any difference. */
export const isChanged = (before: string, after: string): boolean => seen(before) !== seen(after);
