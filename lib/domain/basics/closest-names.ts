/** Number of letters to insert, leave out, replace or swap to make one text of the other. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (last[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1) ?? 0;
}

/** Shorter texts are no search, because too many names contain them by accident. */
const LEAST_LETTERS = 3;
/** With more wrong letters than this a text is another name. */
const MOST_WRONG_SHARE = 1 / 3;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** A name that goes on after the text is half a wrong letter away. A whole name then comes first. */
const BEGINNING = 0.5;

function wrongLetters(text: string, name: string): number {
  if (text.length >= LEAST_LETTERS && name.includes(text)) return 0;
  return Math.min(editDistance(text, name), editDistance(text, name.slice(0, text.length)) + BEGINNING);
}

/**
 * Entries that a misspelt or incomplete name perhaps means, best first. One of their names differs
 * from it in few letters.
 */
export function closestNames<Entry>(entries: readonly Entry[], text: string, namesOf: (entry: Entry) => readonly string[]): Entry[] {
  const asked = lettersOf(text);
  const most = asked.length * MOST_WRONG_SHARE;
  return entries
    .map((entry) => ({ entry, wrong: Math.min(...namesOf(entry).map((name) => wrongLetters(asked, lettersOf(name)))) }))
    .filter(({ wrong }) => asked !== "" && wrong <= most)
    .toSorted((one, other) => one.wrong - other.wrong)
    .map(({ entry }) => entry);
}
