"use client";

import { dateAt, dayText, type CodedDays } from "@/lib/domain/status/day-codes";
import { formatDay } from "@/lib/domain/pages/format";
import { stripLayout } from "@/lib/domain/status/strip-shapes";
import { ChartReader } from "../chart-reader";
import { indexAt, StripDrawing } from "./strip-drawing";

/** Pixels that the bars may take. */
const AVAILABLE = { wide: 640, narrow: 300 } as const;

interface Props {
  days: CodedDays;
  label: string;
  /** The day that the address names, so that a shared link shows it. */
  pinned: string | null;
}

/** Keeps the address in step without a new request: everything about the day is on the page already. */
function pin(date: string): void {
  const url = new URL(window.location.href);
  url.searchParams.set("day", date);
  window.history.replaceState(null, "", url);
}

export function UptimeReader({ days, label, pinned }: Props) {
  const count = days.codes.length;
  const pinnedAt = [...days.codes].findIndex((_, index) => dateAt(days, index) === pinned);
  return (
    <ChartReader
      label={label}
      count={count}
      first={count - 1}
      initial={pinnedAt === -1 ? null : pinnedAt}
      textOf={(index) => dayText(days, index)}
      hint="Point at a bar, or use the arrow keys, to read a day. Enter keeps it in the address."
      nearest={(pointer, size) => indexAt(pointer, stripLayout(count, AVAILABLE[size]), count)}
      onKeep={(index) => pin(dateAt(days, index))}
      className="strip-slider"
    >
      {(marked) => (
        <>
          <StripDrawing days={days} available={AVAILABLE.wide} marked={marked} className="wide" />
          <StripDrawing days={days} available={AVAILABLE.narrow} marked={marked} className="narrow" />
          <p className="chart-ends">
            <span>{formatDay(dateAt(days, 0))}</span>
            <span>{formatDay(dateAt(days, count - 1))}</span>
          </p>
        </>
      )}
    </ChartReader>
  );
}
