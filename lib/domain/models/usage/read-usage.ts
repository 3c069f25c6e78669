import { groupBy } from "../../basics/group-by";
import { amountOf, countOf, isBlank, promptLengthOf, spanOf, textOf, type Cells, type Span } from "./read-cells";
import { formatOf, plainName, type UsageField, type UsageFormat } from "./usage-formats";
import { USAGE_KINDS, type LeftOutLine, type LeftOutReason, type PromptLength, type UsageKind, type UsageLine } from "./usage-line";

export interface ReadUsage {
  format: UsageFormat;
  lines: UsageLine[];
  leftOut: LeftOutLine[];
  /** Names of columns that nothing is known of, as they were sent. */
  ignored: string[];
}

const LONGEST_MODEL = 200;
const MOST_IGNORED = 50;
const LONGEST_NAME = 80;
/** Words of the providers for what is charged at the list price. */
const STANDARD = new Set(["standard", "default", "auto"]);
const TIERS: ReadonlyMap<string, string> = new Map([
  ["flex_discount", "flex"],
  ["priority_on_demand", "priority"],
]);

type Columns = ReadonlyMap<UsageField, readonly string[]>;

/** The names that a field has among those that were sent, the best first. Lines may spell one name differently. */
function columnsOf({ columns }: UsageFormat, names: readonly string[]): Columns {
  const sent = groupBy(names, plainName);
  return new Map(
    Object.entries(columns).map(([field, spellings]) => [
      field as UsageField,
      spellings.flatMap((spelling) => sent.get(plainName(spelling)) ?? []),
    ]),
  );
}

function ignoredOf({ columns, aside }: UsageFormat, names: readonly string[]): string[] {
  const known = new Set([...Object.values(columns).flat(), ...aside].map(plainName));
  const unknown = names.filter((name) => !known.has(plainName(name))).map((name) => name.replace(/[\p{Cc}\p{Cf}]/gu, ""));
  return unknown.slice(0, MOST_IGNORED).map((name) => name.slice(0, LONGEST_NAME));
}

interface Row {
  cell(field: UsageField): unknown;
  format: UsageFormat;
  cells: Cells;
}

class Fault extends Error {
  constructor(readonly reason: LeftOutReason) {
    super(reason);
  }
}

function count({ cell }: Row, field: UsageField): number {
  const value = cell(field);
  if (isBlank(value)) return 0;
  const number = countOf(value);
  if (number === "fault") throw new Fault("invalid_number");
  return number;
}

/** Part of the tokens that a format counts as input came from the cache, and is counted there. */
function inputOf(row: Row): number {
  const input = count(row, "input");
  if (input > 0 || !isBlank(row.cell("input"))) return input;
  return Math.max(0, count(row, "input_with_cached") - count(row, "cache_read") - count(row, "cache_write"));
}

function quantitiesOf(row: Row): Partial<Record<UsageKind, number>> {
  const kinds = USAGE_KINDS.map((kind) => [kind, kind === "input" ? inputOf(row) : count(row, kind)] as const);
  return Object.fromEntries(kinds.filter(([, quantity]) => quantity > 0));
}

function timeOf({ cell }: Row): Span {
  const span = spanOf(cell("at"));
  if (span === null) throw new Fault("no_time");
  const end = spanOf(cell("end"));
  return end !== null && end.from > span.from ? { from: span.from, to: end.from } : span;
}

const INPUTS: readonly UsageKind[] = [
  "input",
  "cache_read",
  "cache_read_audio",
  "cache_read_image",
  "cache_write",
  "cache_write_5m",
  "cache_write_1h",
  "audio_input",
  "image_input",
];

/** A line of one request says how long its prompt was. None of several is longer than all together. */
function promptOf({ cell, format, cells }: Row, quantities: UsageLine["quantities"]): PromptLength {
  const stated = promptLengthOf(cell("context_window"));
  const tokens = INPUTS.reduce((sum, kind) => sum + (quantities[kind] ?? 0), 0);
  const isOne = quantities.request === 1 || (format.ofOneRequest !== undefined && !isBlank(cells[format.ofOneRequest]));
  return { atMost: Math.min(stated.atMost ?? tokens, tokens), above: isOne ? tokens - 1 : stated.above };
}

function tierOf({ cell }: Row): string {
  if (/^(?:true|1|yes)$/i.test(String(cell("is_batch") ?? ""))) return "batch";
  const tier = textOf(cell("service_tier"))?.toLowerCase() ?? "standard";
  return STANDARD.has(tier) ? "standard" : (TIERS.get(tier) ?? tier).slice(0, LONGEST_NAME);
}

/** A word that says nothing but the usual is none. */
function wordOf(cell: unknown, usual: RegExp): string | null {
  const word = textOf(cell)?.toLowerCase().slice(0, LONGEST_NAME) ?? null;
  return word === null || usual.test(word) ? null : word;
}

/** OpenRouter gives away a variant of a model under a name of its own. */
function modelOf({ cell }: Row): string {
  const model = textOf(cell("model"));
  if (model === null) throw new Fault("no_model");
  const isFree = textOf(cell("variant")) === "free" && !model.endsWith(":free");
  return `${model}${isFree ? ":free" : ""}`.slice(0, LONGEST_MODEL);
}

function lineOf(row: Row, line: number): UsageLine {
  const quantities = quantitiesOf(row);
  const statedUsd = amountOf(row.cell("stated_usd"));
  if (Object.keys(quantities).every((kind) => kind === "request")) {
    if (statedUsd !== null && quantities.request === undefined) throw new Fault("amount_only");
    if (quantities.request === undefined) throw new Fault("no_usage");
  }
  return {
    line,
    model: modelOf(row),
    provider: row.format.provider ?? textOf(row.cell("provider"))?.slice(0, LONGEST_NAME) ?? null,
    ...timeOf(row),
    quantities,
    prompt: promptOf(row, quantities),
    serviceTier: tierOf(row),
    speed: wordOf(row.cell("speed"), /^(?:standard|default)$/),
    geography: wordOf(row.cell("geography"), /^(?:global|unknown)$/),
    statedUsd,
  };
}

/** Lines of usage from rows of any of the formats. What cannot be priced is left out, with its reason. */
export function readUsage(rows: readonly Cells[]): ReadUsage {
  const names = [...new Set(rows.flatMap((cells) => Object.keys(cells)))];
  const format = formatOf(new Set(names.map(plainName)));
  const columns = columnsOf(format, names);
  const lines: UsageLine[] = [];
  const leftOut: LeftOutLine[] = [];
  for (const [index, cells] of rows.entries()) {
    const cell = (field: UsageField): unknown => {
      const held = columns.get(field)?.find((name) => !isBlank(cells[name]));
      return held === undefined ? null : cells[held];
    };
    try {
      lines.push(lineOf({ cell, format, cells }, index + 1));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      leftOut.push({ line: index + 1, reason: error.reason });
    }
  }
  return { format, lines, leftOut, ignored: ignoredOf(format, names) };
}
