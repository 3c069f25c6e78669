import { marked, type Token, type Tokens } from "marked";

export interface Cell {
  /** Without markup. */
  text: string;
  /** What stands in backticks, as ids do. */
  codes: string[];
}

export interface MarkdownTable {
  /** The heading above it. */
  heading: string;
  /** What stands between that heading and the table. */
  introduction: string;
  header: string[];
  rows: Cell[][];
}

const childrenOf = (token: Token): Token[] => ("tokens" in token && token.tokens ? token.tokens : []);

const codesOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => (token.type === "codespan" ? [(token as Tokens.Codespan).text] : codesOf(childrenOf(token))));

/** A line break separates, as a comma does; other HTML is left out. */
const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const children = childrenOf(token);
      if (children.length > 0) return textOf(children);
      if (token.type === "html") return /^<br/i.test(token.raw) ? ", " : "";
      return "text" in token && typeof token.text === "string" ? token.text : "";
    })
    .join("");

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]{0,200}>|\\(?=[^\w\s])/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

const cellOf = ({ tokens }: Tokens.TableCell): Cell => ({ text: plain(textOf(tokens)), codes: codesOf(tokens).map(plain) });

const isTable = (token: Token): token is Tokens.Table => token.type === "table";

/** The tables of a Markdown page, each with what leads to it. */
export function markdownTables(markdown: string): MarkdownTable[] {
  const tables: MarkdownTable[] = [];
  let [heading, introduction] = ["", ""];
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading") [heading, introduction] = [plain(textOf(childrenOf(token))), ""];
    else if (isTable(token)) {
      const header = token.header.map((cell) => cellOf(cell).text);
      tables.push({ heading, introduction: introduction.slice(0, 5000), header, rows: token.rows.map((row) => row.map(cellOf)) });
    } else introduction += ` ${plain(token.type === "paragraph" ? textOf(childrenOf(token)) : token.raw)}`;
  }
  return tables;
}

const FIELD = /^\s*[-*]\s+(.*)$/;
const NAMED = /\*\*([^*:]{1,60}):\*\*\s*([^/]*(?:\/(?!\s)[^/]*)*)/g;

/**
 * Entries of a page that writes each as a nested list: `- **Model ID:** …`. An entry is whole once it has the field `last`.
 * A line with several fields, divided by ` / `, is an entry of its own beside what the lines above it say.
 */
export function markdownRecords(markdown: string, last: string): Map<string, string>[] {
  const records: Map<string, string>[] = [];
  let head = new Map<string, string>();
  for (const line of markdown.split("\n")) {
    const item = FIELD.exec(line)?.[1];
    if (item === undefined) continue;
    const fields = [...item.slice(0, 2000).matchAll(NAMED)].map(
      ([, name, value]) => [plain(name ?? "").toLowerCase(), plain(value ?? "")] as const,
    );
    if (fields.length === 0) head = new Map();
    else if (fields.length > 1) records.push(new Map([...head, ...fields]));
    for (const [name, value] of fields.length === 1 ? fields : []) head.set(name, value);
    if (head.has(last) && !records.includes(head)) records.push(head);
  }
  return records;
}
