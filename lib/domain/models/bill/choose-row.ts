import { DAY_MS } from "../../basics/time";
import type { BookKind, BookRow } from "../../history/price-book/book-row";
import { groupBy } from "../../basics/group-by";
import { PRICE_CONDITIONS, type PriceConditionKind } from "../prices/price-condition";
import { bandEdges, isInBand } from "../prices/time-band";
import type { PromptLength, UsageLine } from "../usage/usage-line";
import { exactPrice, type ExactUsd } from "./exact-usd";

/** A row of the price book with its bounds as moments. */
export interface ListedRow {
  row: BookRow;
  from: number;
  to: number;
  perPiece: ExactUsd;
  /** Its condition as text, which rows that follow each other share. */
  place: string;
}

/** What requests cost besides their tokens has no tier. */
const TIERLESS: ReadonlySet<BookKind> = new Set(["web_search", "request"]);

/** Rows of one listing by what is charged for. */
export type ListedPrices = ReadonlyMap<BookKind, readonly ListedRow[]>;

/** Usage counts searches and requests, and of all else tokens. */
const isCounted = ({ kind, unit }: BookRow): boolean => (unit === "1K pieces") === TIERLESS.has(kind);

export const listedPrices = (rows: readonly BookRow[]): ListedPrices =>
  groupBy(
    rows.filter(isCounted).map((row) => ({
      row,
      from: Date.parse(row.effective_from),
      to: row.effective_to === null ? Infinity : Date.parse(row.effective_to),
      perPiece: exactPrice(row.price_usd, row.unit),
      place: JSON.stringify(row.condition),
    })),
    ({ row }) => row.kind,
  );

/** What a line leaves open: conditions that it does not decide, a change of price within its time. */
export const NOT_COUNTED = [...PRICE_CONDITIONS, "price_change"] as const;
export type NotCounted = (typeof NOT_COUNTED)[number];

export interface ChosenRow {
  chosen: ListedRow | null;
  notCounted: NotCounted[];
}

/** Longer spans have days of every kind. */
const LONGEST_JUDGED_MS = 8 * DAY_MS;

const ofKind = (rows: readonly ListedRow[], kind: PriceConditionKind): ListedRow[] =>
  rows.filter(({ row }) => row.condition?.kind === kind);

/** Whether prompts are longer than a step: null where the line leaves it open. */
function isAbove({ atMost, above }: PromptLength, step: number): boolean | null {
  if (atMost !== null && atMost <= step) return false;
  return above !== null && above >= step ? true : null;
}

/** The row of the longest prompt that the line's exceed. The whole of a request is charged at it. */
function stepOf(rows: readonly ListedRow[], prompt: PromptLength): { step: ListedRow | null; isOpen: boolean } {
  const above = ({ row }: ListedRow): number => row.condition?.above ?? -1;
  const judged = rows
    .toSorted((left, right) => above(right) - above(left))
    .map((row) => ({ row, is: above(row) < 0 || isAbove(prompt, above(row)) }));
  return { step: judged.find(({ is }) => is === true)?.row ?? null, isOpen: judged.some(({ is }) => is === null) };
}

const otherHours = (bands: readonly ListedRow[]): ListedRow | null => bands.find(({ row: { condition } }) => !condition?.band) ?? null;

const bandAt = (bands: readonly ListedRow[], at: Date): ListedRow | null =>
  bands.find(({ row: { condition } }) => condition?.band && isInBand(condition.band, at)) ?? otherHours(bands);

/** The row of the hours. A line of a day is decided where the whole of it has one price. */
function bandOf(bands: readonly ListedRow[], { from, to }: UsageLine): { band: ListedRow | null; isOpen: boolean } {
  const band = bandAt(bands, new Date(from));
  if (to <= from) return { band, isOpen: false };
  if (to - from > LONGEST_JUDGED_MS) return { band: null, isOpen: true };
  const edges = bands.map(({ row: { condition } }) => (condition?.band ? bandEdges(condition.band, from, to) : []));
  const isOne = edges.every((moments) => moments?.every((at) => bandAt(bands, new Date(at)) === band));
  return isOne ? { band, isOpen: false } : { band: null, isOpen: true };
}

interface Candidates {
  found: ListedRow | null;
  open: NotCounted[];
}

/** The row of the tier, speed or region that the line names; one that the book lacks is left open. */
function namedRow(inForce: readonly ListedRow[], line: UsageLine, isTierless: boolean): Candidates {
  const named = [
    ["service_tier", line.serviceTier === "standard" ? null : line.serviceTier],
    ["speed", line.speed],
    ["geography", line.geography],
  ] as const;
  const open: NotCounted[] = [];
  let found: ListedRow | null = null;
  for (const [kind, value] of named) {
    if (value === null || isTierless) continue;
    const rows = ofKind(inForce, kind).filter(({ row }) => row.condition?.value === value);
    const { step, isOpen } = stepOf(rows, line.prompt);
    if (isOpen) open.push("prompt_tokens_above");
    if (step === null || found !== null) open.push(kind);
    found ??= step;
  }
  return { found, open };
}

/** The listing's own row, or that of a size where all sizes cost the same. */
function plainRow(inForce: readonly ListedRow[], kind: BookKind): Candidates {
  const found = inForce.find(({ row }) => row.condition === null) ?? null;
  if (found || !TIERLESS.has(kind)) return { found, open: [] };
  const isOnePrice = new Set(inForce.map(({ row }) => row.price_usd)).size === 1;
  return isOnePrice ? { found: inForce[0] ?? null, open: [] } : { found: null, open: inForce.length > 0 ? ["web_search"] : [] };
}

/** Rows in force when a line begins, or, where there are none, when the first of its time does. */
function inForceAt(rows: readonly ListedRow[], { from: begin, to: end }: UsageLine): ListedRow[] {
  const inForce = rows.filter(({ from, to }) => from <= begin && begin < to);
  if (inForce.length > 0 || end <= begin) return inForce;
  const first = Math.min(...rows.filter(({ from }) => from > begin && from < end).map(({ from }) => from));
  return rows.filter(({ from, to }) => from <= first && first < to);
}

/** Rows that hold whatever a line names, or may. */
const isForAll = ({ row: { condition } }: ListedRow, { prompt }: UsageLine): boolean =>
  condition === null ||
  condition.kind === "time_band" ||
  (condition.kind === "prompt_tokens_above" && isAbove(prompt, condition.above ?? 0) !== false);

/** Whether another price begins within the line's time, or for part of it none is known. */
function isChanging(rows: readonly ListedRow[], chosen: ListedRow, line: UsageLine): boolean {
  if (line.to <= line.from) return false;
  const within = rows.filter(({ from, to }) => from < line.to && to > line.from);
  const same = within.filter(({ place }) => place === chosen.place);
  const covered = same.reduce((sum, { from, to }) => sum + Math.min(to, line.to) - Math.max(from, line.from), 0);
  const isOther = (row: ListedRow): boolean => row.perPiece !== chosen.perPiece && (row.place === chosen.place || isForAll(row, line));
  return covered < line.to - line.from || within.some((row) => row.from > line.from && isOther(row));
}

/**
 * The row by which a line's tokens of a kind are charged. A tier goes before a length of prompt, that
 * before the hour, and the listing's own price comes last.
 */
export function chooseRow(prices: ListedPrices, kind: BookKind, line: UsageLine): ChosenRow {
  const rows = prices.get(kind);
  if (!rows) return { chosen: null, notCounted: [] };
  const inForce = inForceAt(rows, line);
  const named = namedRow(inForce, line, TIERLESS.has(kind));
  const { step, isOpen: isStepOpen } = stepOf(ofKind(inForce, "prompt_tokens_above"), line.prompt);
  const bands = ofKind(inForce, "time_band");
  const { band, isOpen: isBandOpen } = bands.length > 0 ? bandOf(bands, line) : { band: null, isOpen: false };
  const plain = plainRow(inForce, kind);
  const chosen = named.found ?? step ?? band ?? plain.found ?? otherHours(bands);
  const open = new Set<NotCounted>(named.open);
  const hasOtherStep = named.found !== null && step !== null && named.found.row.condition?.above !== step.row.condition?.above;
  if (isStepOpen || hasOtherStep) open.add("prompt_tokens_above");
  if (isBandOpen || (band && chosen !== band)) open.add("time_band");
  if (chosen === null) for (const kindOfCondition of plain.open) open.add(kindOfCondition);
  if (ofKind(inForce, "second_tier").length > 0) open.add("second_tier");
  if (chosen && isChanging(rows, chosen, line)) open.add("price_change");
  return { chosen, notCounted: [...open] };
}
