export const SNAPSHOT_TYPES = ["pricing", "models", "benchmarks", "status", "agent-activity", "attention", "gpu"] as const;
export type SnapshotType = (typeof SNAPSHOT_TYPES)[number];

/** A value that stood from `firstDate` to `lastDate`, both included; null: it still stands. */
export interface Span {
  firstDate: string;
  lastDate: string | null;
}

export interface OpenSpan {
  key: string;
  hash: string;
  firstDate: string;
}

export interface SpanChanges<Row> {
  /** Keys whose open span ends with the last captured day. */
  ended: OpenSpan[];
  /** Spans that began after the last captured day: left by a run that did not finish, seen by no reader. */
  dropped: OpenSpan[];
  begun: Row[];
}

const covers = (span: Span, date: string): boolean => span.firstDate <= date && (span.lastDate === null || span.lastDate >= date);

/** What must be written so that the open spans say what is current. Doing it twice changes nothing. */
export function spanChanges<Row extends { key: string; hash: string }>(
  open: readonly OpenSpan[],
  current: readonly Row[],
  lastCapturedDate: string | null,
): SpanChanges<Row> {
  const hashes = new Map(current.map((row) => [row.key, row.hash]));
  const standing = new Set(open.filter((span) => hashes.get(span.key) === span.hash).map((span) => span.key));
  const over = open.filter((span) => !standing.has(span.key));
  const wasSeen = (span: OpenSpan): boolean => lastCapturedDate !== null && span.firstDate <= lastCapturedDate;
  return {
    ended: over.filter(wasSeen),
    dropped: over.filter((span) => !wasSeen(span)),
    begun: current.filter((row) => !standing.has(row.key)),
  };
}

/** The value of each captured day, oldest first; days on which nothing stood are left out. */
export function spansByDay<Value extends Span>(
  spans: readonly Value[],
  capturedDates: readonly string[],
): { date: string; value: Value }[] {
  return capturedDates.toSorted().flatMap((date) => {
    const value = spans.find((span) => covers(span, date));
    return value ? [{ date, value }] : [];
  });
}
