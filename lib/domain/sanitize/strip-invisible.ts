const LINE_SEPARATORS = /\r\n?|[\u0085\u2028\u2029]/g;
const ODD_SPACES = /(?! )\p{Zs}/gu;

/** Controls but tab and line feed, zero-width and bidi marks, fillers, variation selectors, tag characters, noncharacters. */
const INVISIBLE = /(?![\t\n])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}|[\ufff9-\ufffc]/gu;

const LONE_SURROGATES = /\p{Cs}/gu;

/** What a reader cannot see, a model still reads. */
export function stripInvisible(text: string): string {
  return text.replace(LINE_SEPARATORS, "\n").replace(ODD_SPACES, " ").replace(INVISIBLE, "").replace(LONE_SURROGATES, "");
}
