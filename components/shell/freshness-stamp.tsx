"use client";

import { useEffect, useState } from "react";
import { formatAge, formatCadence, formatMoment, freshnessOf } from "@/lib/domain/pages/format";

interface Props {
  verb: "Checked" | "Read" | "Captured";
  capturedAt: string | null;
  /** Null for data that changes only with a release. */
  cadenceSeconds: number | null;
}

const TICK_MS = 15_000;

function ClockIcon({ isDashed }: { isDashed: boolean }) {
  return (
    <svg aria-hidden width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" className="shrink-0">
      <circle cx="8" cy="8" r="6.4" strokeDasharray={isDashed ? "2.6 2" : undefined} />
      <path d="M8 4.4V8l2.4 1.6" />
    </svg>
  );
}

/** The server renders the absolute time; the browser replaces it by the age, which depends on its own clock. */
export function FreshnessStamp({ verb, capturedAt, cadenceSeconds }: Props) {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const tick = () => setNow(new Date());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (capturedAt === null) {
    return (
      <p className="inline-flex items-center gap-1.5 text-small text-fg-muted">
        <ClockIcon isDashed />
        Age unknown: not read yet
      </p>
    );
  }
  const cadence = cadenceSeconds === null ? "as of the last release" : formatCadence(cadenceSeconds);
  const age = now && (now.getTime() - Date.parse(capturedAt)) / 1000;
  const state = now && freshnessOf(capturedAt, cadenceSeconds, now);
  const isWarning = state === "stale" || state === "unknown";
  const when = age === null || state === "unknown" ? formatMoment(capturedAt) : `${formatAge(age)} ago`;
  return (
    <p
      className={`inline-flex min-w-56 items-center gap-1.5 text-small ${isWarning ? "chip rounded-chip bg-warn-tint px-2 py-0.5 font-medium text-warn-fg" : "text-fg-muted"}`}
    >
      <ClockIcon isDashed={false} />
      <span>
        {state === "stale" ? "Stale: " : state === "unknown" ? "Age unknown: " : ""}
        {verb}{" "}
        <time dateTime={capturedAt} title={formatMoment(capturedAt)}>
          {when}
        </time>
        , {state === "stale" ? `expected ${cadence}` : state === "unknown" ? "which this device's clock has not reached" : cadence}
      </span>
    </p>
  );
}
