"use client";

import { useState } from "react";
import { dayText, sentenceOf, type CodedDays } from "@/lib/domain/status/day-codes";
import { indexAt, StripDrawing } from "./strip-drawing";

/** For rows of a table: read by pointer day by day, by ear as one sentence. */
export function UptimeStrip({ days, label, available = 180 }: { days: CodedDays; label: string; available?: number }) {
  const [hovered, setHovered] = useState<number | null>(null);
  return (
    <span
      role="img"
      aria-label={sentenceOf(label, days)}
      className="strip-cell"
      onPointerMove={(event) => {
        const svg = event.currentTarget.querySelector("svg");
        if (svg) setHovered(indexAt(svg, event, days.codes.length));
      }}
      onPointerLeave={() => setHovered(null)}
    >
      <StripDrawing days={days} available={available} marked={hovered} />
      {hovered !== null && <span className="strip-tip">{dayText(days, hovered)}</span>}
    </span>
  );
}
