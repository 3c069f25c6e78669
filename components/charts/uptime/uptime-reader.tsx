"use client";

import { formatDay } from "@/lib/domain/pages/format";
import { sliderProps, useReading } from "../use-reading";
import { dateAt, dayText, type CodedDays } from "@/lib/domain/status/day-codes";
import { indexAt, StripDrawing } from "./strip-drawing";

const WIDE = 640;
const NARROW = 300;

interface Props {
  days: CodedDays;
  label: string;
  /** From the address, so that a shared link shows the same day. */
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
  const pinnedAt = pinned === null ? -1 : [...days.codes].findIndex((_, index) => dateAt(days, index) === pinned);
  const { index, read, onKeyDown } = useReading(count, pinnedAt === -1 ? null : pinnedAt);
  const shown = index ?? count - 1;
  const readAt = (event: React.PointerEvent | React.MouseEvent): number | null => {
    const svg = (event.target as Element).closest("svg");
    const found = svg ? indexAt(svg, event, count) : null;
    if (found !== null) read(found);
    return found;
  };
  return (
    <>
      <div className="chart-box">
        <div
          {...sliderProps(label, count, shown, dayText(days, shown))}
          className="strip-slider"
          onKeyDown={(event) => {
            if (event.key === "Enter") pin(dateAt(days, shown));
            else onKeyDown(event);
          }}
          onFocus={() => index === null && read(shown)}
          onPointerMove={readAt}
          onClick={(event) => {
            const found = readAt(event);
            if (found !== null) pin(dateAt(days, found));
          }}
        >
          <StripDrawing days={days} available={WIDE} marked={index} className="wide" />
          <StripDrawing days={days} available={NARROW} marked={index} className="narrow" />
        </div>
        <p className="chart-ends">
          <span>{formatDay(dateAt(days, 0))}</span>
          <span>{formatDay(dateAt(days, count - 1))}</span>
        </p>
      </div>
      <p className="chart-reading">
        {index === null ? "Point at a bar, or use the arrow keys, to read a day. Enter keeps it in the address." : dayText(days, index)}
      </p>
    </>
  );
}
