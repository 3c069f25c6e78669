"use client";

import { useState } from "react";
import { dayText, sentenceOf, type CodedDays } from "@/lib/domain/status/day-codes";
import { stripLayout } from "@/lib/domain/status/strip-shapes";
import { pointIn } from "../chart-reader";
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
        if (svg) setHovered(indexAt(pointIn(svg, event), stripLayout(days.codes.length, available), days.codes.length));
      }}
      onPointerLeave={() => setHovered(null)}
    >
      <StripDrawing days={days} available={available} marked={hovered} />
      {hovered !== null && <span className="chart-tip strip-tip">{dayText(days, hovered)}</span>}
    </span>
  );
}
