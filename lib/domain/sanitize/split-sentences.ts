const BREAK = /[.!?…]+["'”’)\]]{0,3}(?:\s+|$)|[。！？]+\s{0,4}|\n+/g;

/** Pieces that join back to the text, each with the punctuation and space that end it. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}
