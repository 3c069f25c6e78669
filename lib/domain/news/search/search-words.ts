/** Scripts without spaces are indexed character by character. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;

const RULES: readonly (readonly [RegExp, string])[] = [
  [/[\u0300-\u036f]/g, ""],
  [/['’]s(?![\p{L}\p{N}])/gu, ""],
  [/(?<=\d),(?=\d{3}(?!\d))/g, ""],
  // AT&T, x.ai and U.S. are names: their parts are not words.
  [/(?<=\p{L})&(?=\p{L})/gu, ""],
  [/(?<![\p{L}\p{N}])(\p{L}{1,3})\.(?=\p{L})/gu, "$1"],
  [UNSPACED, " $& "],
  [/[^\p{L}\p{N}\p{M}.]+/gu, " "],
  [/\.(?!\d)|(?<!\d)\./g, " "],
  [/(?<![\p{L}\p{N}])v(?=\d+\.\d)/gu, ""],
  // GPT5.1 reads as GPT-5.1, while o3 and H100 stay whole.
  [/\p{L}{2,}(?=\d)/gu, "$& "],
  [/(?<=\d)s+(?![\p{L}\p{N}])/gu, ""],
];

/** The words of a text for the index: GPT-5.1, GPT5.1 and GPT 5.1 all give `gpt` and `5.1`. */
export function searchWords(text: string): string[] {
  const normalised = RULES.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.normalize("NFKD").toLowerCase());
  return normalised
    .normalize("NFC")
    .split(" ")
    .filter((word) => word !== "");
}
