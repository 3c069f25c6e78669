import { parse } from "csv-parse/sync";
import { delimiterOf, type Cells } from "@/lib/domain/models/usage/read-cells";
import { readUsage, type ReadUsage } from "@/lib/domain/models/usage/read-usage";
import { rowsOfJson } from "@/lib/domain/models/usage/rows-of-json";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";

/** Models that the lines of one bill name. */
export const MOST_MODELS = 100;

export const USAGE_FAULTS = {
  not_readable: "it is neither JSON nor a table with the names of its columns in the first line",
  unknown_member: "beside `lines` it has members that nothing is known of",
  no_lines: "no line of it names a model, a time and what was used",
  too_many_lines: `it has more than ${MOST_LINES} lines; send them in several bills, or add them up by day`,
  too_many_models: `it names more than ${MOST_MODELS} models`,
} as const;
type UsageFault = keyof typeof USAGE_FAULTS;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects of JSON, each on a line of its own. */
function parseJsonLines(text: string): unknown[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MOST_LINES) return lines;
  const objects = lines.map(parseJson);
  return objects.includes(undefined) ? null : objects;
}

function parseTable(text: string): Cells[] | null {
  const [head = ""] = text.split("\n", 1);
  try {
    return parse(text, {
      columns: true,
      delimiter: delimiterOf(head),
      bom: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
      to: MOST_LINES + 1,
    });
  } catch {
    return null;
  }
}

/** Lines of our own have no other member: one that is misspelt would be paid for and not read. */
const hasUnknownMember = (json: unknown): boolean =>
  typeof json === "object" && json !== null && "lines" in json && Object.keys(json).length > 1;

function rowsOf(text: string): Cells[] | "unknown_member" | null {
  if (!/^[\s\uFEFF]*[[{]/.test(text)) return parseTable(text);
  const json = parseJson(text.replace(/^\uFEFF/, ""));
  if (hasUnknownMember(json)) return "unknown_member";
  const parsed = json === undefined ? parseJsonLines(text) : json;
  return parsed === null ? null : rowsOfJson(parsed, MOST_LINES + 1);
}

/** Reads the text of an export, or of lines of our own, or says why it cannot be read. */
export function readUsageText(text: string): { usage: ReadUsage } | { fault: UsageFault } {
  const rows = rowsOf(text);
  if (rows === null) return { fault: "not_readable" };
  if (rows === "unknown_member") return { fault: rows };
  if (rows.length > MOST_LINES) return { fault: "too_many_lines" };
  const usage = readUsage(rows);
  if (usage.lines.length === 0) return { fault: "no_lines" };
  const models = new Set(usage.lines.map(({ provider, model }) => `${provider ?? ""}/${model}`.toLowerCase()));
  return models.size > MOST_MODELS ? { fault: "too_many_models" } : { usage };
}
