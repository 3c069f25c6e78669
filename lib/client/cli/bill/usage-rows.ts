import { rowsOfJson } from "@/lib/domain/models/usage/rows-of-json";
import { delimiterOf, type Cells } from "@/lib/domain/models/usage/read-cells";
import { usageFault } from "../exit-codes";

const AT_ONCE = 1_000;
/** What is no list of lines has to be read whole. */
const MOST_WHOLE_CHARACTERS = 256 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Lines of a stream, however its parts are cut. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    // Only the new part is searched: a file of one line would be copied anew with each part.
    const end = chunk.lastIndexOf("\n");
    if (end !== -1) yield* (rest + chunk.slice(0, end)).split("\n");
    rest = end === -1 ? rest + chunk : chunk.slice(end + 1);
    if (rest.length > MOST_WHOLE_CHARACTERS) throw usageFault("The file has a line that is too long to read.");
  }
  yield rest;
}

/** Fields of a line of CSV; a quoted one may hold the delimiter, and a doubled quote stands for one. */
export function fieldsOf(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}]*))(${delimiter}|$)`, "y");
  while (pattern.lastIndex <= line.length) {
    const found = pattern.exec(line);
    if (!found) break;
    fields.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? "").trim());
    if (found[3] === "") break;
  }
  return fields;
}

function tableReader(head: string): (line: string) => Cells {
  const delimiter = delimiterOf(head);
  const names = fieldsOf(head, delimiter);
  return (line) => Object.fromEntries(fieldsOf(line, delimiter).map((field, index) => [names[index] ?? `column ${index + 1}`, field]));
}

/** Rows of usage in parts, so that a file of any length takes little memory. JSON that is no JSON Lines is read whole. */
export async function* usageRows(chunks: AsyncIterable<string>): AsyncGenerator<Cells[]> {
  let part: Cells[] = [];
  let read: ((line: string) => Cells[]) | null = null;
  let whole = "";
  for await (const line of linesOf(chunks)) {
    if (line.trim() === "") continue;
    if (whole !== "" && read === null) {
      whole += `\n${line}`;
      if (whole.length > MOST_WHOLE_CHARACTERS) throw usageFault("The JSON is too large to be read whole. Write an object on each line.");
      continue;
    }
    if (read === null) {
      const first = line.replace(/^\uFEFF/, "").trim();
      if (/^[[{]/.test(first) && (first.startsWith("[") || parsed(first) === undefined)) {
        whole = first;
        continue;
      }
      read = first.startsWith("{") ? rowsOfLine : toTable(first);
      if (!first.startsWith("{")) continue;
    }
    if (line.length > LONGEST_LINE) throw usageFault("A line is longer than 1 MB.");
    part.push(...read(line.replace(/^\uFEFF/, "")));
    if (part.length >= AT_ONCE) {
      yield part;
      part = [];
    }
  }
  if (whole !== "") part = rowsOfWhole(whole);
  if (part.length > 0) yield part;
}

const toTable = (head: string): ((line: string) => Cells[]) => {
  const read = tableReader(head);
  return (line) => [read(line)];
};

/** A line that cannot be read is a row without anything, which the bill leaves out by name. */
const rowsOfLine = (line: string): Cells[] => {
  const rows = rowsOfJson(parsed(line));
  return rows.length === 0 ? [{}] : rows;
};

function rowsOfWhole(text: string): Cells[] {
  const json = parsed(text);
  if (json !== undefined) return rowsOfJson(json);
  throw usageFault("The file is neither JSON, JSON Lines nor a table with the names of its columns in the first line.");
}
