const SENTENCE_END = /[.!?…]+["'”’)\]]{0,3}(?:\s+|$)|[。．！？]+["'”’」』)\]]{0,3}\s{0,4}|(?<!-)\n+/g;
/** Where words were cut at the ends of lines, a line is no sentence. */
const END_ACROSS_LINES = /[.!?…]+["'”’)\]]{0,3}(?:\s+|$)|[。．！？]+["'”’」』)\]]{0,3}\s{0,4}|\n{2,}/g;

/** A line of a sign or a word is part of a sentence that was written downwards. */
const isFragment = (line: string): boolean => /^\S{1,14}\s*$/.test(line) && !/[.!?。！？:]\s*$/.test(line);
const lastLine = (text: string): string => text.slice(text.trimEnd().lastIndexOf("\n") + 1);

/** Sentences with their closing punctuation and spaces, so that joining them gives the text back. */
export function splitSentences(text: string, runOn = false): string[] {
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number) => {
    const sentence = text.slice(start, end);
    const last = sentences.at(-1);
    if (last !== undefined && isFragment(sentence) && last.endsWith("\n") && isFragment(lastLine(last))) {
      sentences[sentences.length - 1] = last + sentence;
    } else if (sentence !== "") sentences.push(sentence);
    start = end;
  };
  for (const match of text.matchAll(runOn ? END_ACROSS_LINES : SENTENCE_END)) take(match.index + match[0].length);
  take(text.length);
  return sentences;
}

const QUOTED = /["“„«「]([^"“”„«»「」]{6,400})["”“»」]|(?<=^|[\s(])['‘]([^'‘’]{6,300})['’](?=$|[\s).,;:!?])/g;
/** Least letters outside of the quotation in a sentence that quotes. */
const LETTERS_OF_A_REPORT = 8;

/** A report may quote an attack: what is quoted is not said to the reader. A sentence of a quotation alone is read as it is. */
export function withoutQuotations(sentence: string): string {
  const rest = sentence.replace(QUOTED, " ");
  return rest.replace(/[^\p{L}]/gu, "").length < LETTERS_OF_A_REPORT ? sentence : rest;
}
