import {
  retirementKey,
  successorsOf,
  type RetirementState,
  type Standing,
  type Statement,
} from "@/lib/domain/models/retirements/retirement";
import { SourceError } from "@/lib/sources/http/source";
import { isPlainId } from "../prices/pricing-source";
import type { Cell, MarkdownTable } from "./markdown-tables";
import { readDay, type ReadDay } from "./read-day";

/** Which column of a host's tables says what, by its heading in lower case. */
export interface Columns {
  /** Several where a table may have the names of models beside their ids: the first that is there counts. */
  model: readonly RegExp[];
  retires: RegExp;
  version?: RegExp;
  announced?: RegExp;
  replacement?: RegExp;
  state?: RegExp;
}

/** A row of a table, as far as every host writes it alike. */
export interface TableRow {
  ids: string[];
  retires: ReadDay;
  announcedOn: string | null;
  replacements: string[];
  state: string;
  version: string;
  table: MarkdownTable;
}

const HAS_ID = /[a-z].*[-./\d]|[-.\d].*[a-z]|^[a-z]{3,}$/i;

const isId = (word: string): boolean => isPlainId(word) && HAS_ID.test(word) && !/^\/|\/v1\//.test(word);

/** Ids of a cell, without backticks and footnotes, divided by commas, "or" or "and". Several words are a name. */
function wordsOf(text: string): string[] {
  const parts = text.replaceAll(/\([^)]{0,200}\)/g, " ").split(/[,;]|\s(?:or|and)\s/);
  return parts.map((part) => part.replaceAll(/^[\s*†‡]+|[\s*†‡.¹²³]+$/g, "")).filter(isId);
}

/** Ids in backticks. A cell with none there, or with a setting such as `effort: high` alone, has them in its text. */
export function idsOf({ text, codes }: Cell): string[] {
  const marked = codes.map((code) => code.replace(/[*†‡]+$/, "")).filter(isId);
  return marked.length > 0 ? [...new Set(marked)] : wordsOf(text);
}

const ANNOUNCED = /\bon ([a-z]+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}),? (?:we|openai|groq|anthropic|google)\b/i;

/** The day on which the text above a table says that users were told. */
const announcedAbove = ({ heading, introduction }: MarkdownTable): string | null => {
  const said = ANNOUNCED.exec(introduction)?.[1];
  return said ? (readDay(said)?.day ?? null) : (/^\d{4}-\d{2}-\d{2}\b/.exec(heading)?.[0] ?? null);
};

const indexOf = (header: readonly string[], column: RegExp | undefined): number =>
  column ? header.findIndex((name) => column.test(name.toLowerCase())) : -1;

const modelIndex = (header: readonly string[], { model }: Columns): number =>
  model.map((column) => indexOf(header, column)).find((index) => index >= 0) ?? -1;

function rowsOf(table: MarkdownTable, columns: Columns): { rows: TableRow[]; unreadable: number } {
  const at = (column: RegExp | undefined): number => indexOf(table.header, column);
  const [model, retires, announced] = [modelIndex(table.header, columns), at(columns.retires), at(columns.announced)];
  const [replacement, state, version] = [at(columns.replacement), at(columns.state), at(columns.version)];
  const none: Cell = { text: "", codes: [] };
  const rows: TableRow[] = [];
  let unreadable = 0;
  for (const cells of table.rows) {
    const cell = (index: number): Cell => cells[index] ?? none;
    const day = readDay(cell(retires).text);
    const ids = idsOf(cell(model));
    const isSubheading = cells.every(({ text }, index) => index === 0 || text === "");
    if (day === null && !isSubheading) unreadable += 1;
    if (day === null || isSubheading || ids.length === 0) continue;
    const said = announced < 0 ? announcedAbove(table) : (readDay(cell(announced).text)?.day ?? null);
    rows.push({
      ids,
      retires: day,
      announcedOn: said,
      replacements: idsOf(cell(replacement)),
      state: cell(state).text.toLowerCase(),
      version: cell(version).text,
      table,
    });
  }
  return { rows, unreadable };
}

/**
 * The rows of all tables that have the columns. Throws where there is no such table or most of its rows cannot be read: a page that
 * changed its form says nothing about which models end.
 */
export function tableRows(name: string, tables: readonly MarkdownTable[], columns: Columns): TableRow[] {
  const fitting = tables.filter(({ header }) => modelIndex(header, columns) >= 0 && indexOf(header, columns.retires) >= 0);
  const read = fitting.map((table) => rowsOf(table, columns));
  const rows = read.flatMap((one) => one.rows);
  const unreadable = read.reduce((sum, one) => sum + one.unreadable, 0);
  if (rows.length === 0) throw new SourceError("not_expected", `${name}: no table of models and their ends`);
  if (unreadable > rows.length) throw new SourceError("not_expected", `${name}: ${unreadable} rows of its tables could not be read`);
  return rows;
}

export interface Told {
  source: string;
  standing: Standing;
  host: string;
  page: string;
}

/** Statements of a row on each of its models. The state is the host's, or follows from the day. */
export const statementsOf = (row: TableRow, told: Told, state: RetirementState | null = null): Statement[] =>
  row.ids.map((model) => ({
    ...told,
    model,
    state: state ?? (row.retires.day === null || row.retires.precision === "earliest" ? "active" : "deprecated"),
    announcedOn: row.announcedOn,
    retiresOn: row.retires.day,
    precision: row.retires.precision,
    after: null,
    reroutedTo: null,
    ...successorsOf(row.replacements.filter((id) => id.toLowerCase() !== model.toLowerCase())),
  }));

const known = <Value>(one: Value | null, other: Value | null): Value | null => one ?? other;

/** Merges a model's statements from several tables: the later day, and what either adds. */
export function onePerModel(statements: readonly Statement[]): Statement[] {
  const byModel = new Map<string, Statement>();
  for (const one of statements) {
    const key = retirementKey(one);
    const other = byModel.get(key);
    const [later, earlier] = other && (other.retiresOn ?? "") >= (one.retiresOn ?? "") ? [other, one] : [one, other];
    byModel.set(key, {
      ...later,
      announcedOn: known(later.announcedOn, earlier?.announcedOn ?? null),
      ...(later.replacement === null && later.options.length === 0 && earlier
        ? { replacement: earlier.replacement, options: earlier.options }
        : {}),
    });
  }
  return [...byModel.values()];
}
