// @ts-check

const LONGEST = 300;

/**
 * A line about an error that nobody foresaw, without stack or statement. LOG_LEVEL=debug shows those.
 * @param {unknown} error
 */
export function unforeseenSentence(error) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = message.split("\n", 1)[0] ?? "";
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `${cut} (LOG_LEVEL=debug shows where this comes from.)`;
}
