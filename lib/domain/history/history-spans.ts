export const SNAPSHOT_TYPES = ["pricing", "models", "benchmarks", "capability", "status", "agent-activity", "attention", "gpu"] as const;
export type SnapshotType = (typeof SNAPSHOT_TYPES)[number];

/** A value that was current from `firstDate` to `lastDate`, both included; null: it still is. */
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
  ended: OpenSpan[];
  /** Spans that began after the last captured day: leftovers of a run that did not finish, never read. */
  dropped: OpenSpan[];
  begun: Row[];
}

const covers = (span: Span, date: string): boolean => span.firstDate <= date && (span.lastDate === null || span.lastDate >= date);

/** The writes that bring the open spans in line with the current values. Idempotent. */
export function spanChanges<Row extends { key: string; hash: string }>(
  open: readonly OpenSpan[],
  current: readonly Row[],
  lastCapturedDate: string | null,
): SpanChanges<Row> {
  const hashes = new Map(current.map((row) => [row.key, row.hash]));
  const unchangedKeys = new Set(open.filter((span) => hashes.get(span.key) === span.hash).map((span) => span.key));
  const stale = open.filter((span) => !unchangedKeys.has(span.key));
  const wasSeen = (span: OpenSpan): boolean => lastCapturedDate !== null && span.firstDate <= lastCapturedDate;
  return {
    ended: stale.filter(wasSeen),
    dropped: stale.filter((span) => !wasSeen(span)),
    begun: current.filter((row) => !unchangedKeys.has(row.key)),
  };
}

export function spansByDay<Value extends Span>(
  spans: readonly Value[],
  capturedDates: readonly string[],
): { date: string; value: Value }[] {
  return capturedDates.toSorted().flatMap((date) => {
    const value = spans.find((span) => covers(span, date));
    return value ? [{ date, value }] : [];
  });
}
