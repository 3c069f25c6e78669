/** A script that writes without spaces is searched by its characters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** Each makes one spelling of several: what is searched and what is searched for are read alike. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/[\u0300-\u036f]/g, ""],
  [/['’]s(?![\p{L}\p{N}])/gu, ""],
  [/(?<=\d),(?=\d{3}(?!\d))/g, ""],
  // AT&T, x.ai and U.S. are names; their parts are no words.
  [/(?<=\p{L})&(?=\p{L})/gu, ""],
  [/(?<![\p{L}\p{N}])(\p{L}{1,3})\.(?=\p{L})/gu, "$1"],
  [UNSPACED, " $& "],
  [/[^\p{L}\p{N}\p{M}.]+/gu, " "],
  [/\.(?!\d)|(?<!\d)\./g, " "],
  [/(?<![\p{L}\p{N}])v(?=\d+\.\d)/gu, ""],
  // GPT5.1 as GPT-5.1; o3 and H100 are names of their own.
  [/\p{L}{2,}(?=\d)/gu, "$& "],
  [/(?<=\d)s+(?![\p{L}\p{N}])/gu, ""],
];

/** The words of a text as the search knows them: GPT-5.1, GPT5.1 and GPT 5.1 are `gpt` and `5.1`. */
export function searchWords(text: string): string[] {
  const read = RULES.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.normalize("NFKD").toLowerCase());
  return read
    .normalize("NFC")
    .split(" ")
    .filter((word) => word !== "");
}
