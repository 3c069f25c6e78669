"use client";

import { useNow } from "@/components/ui/use-now";
import type { BlockStamp } from "@/lib/domain/pages/block-outcome";
import { formatAge, formatCadence, formatDay, formatMoment, freshnessOf, type Freshness } from "@/lib/domain/pages/format";
import { DAY_MS } from "@/lib/domain/basics/time";

function ClockIcon({ isDashed }: { isDashed: boolean }) {
  return (
    <svg aria-hidden width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" className="shrink-0">
      <circle cx="8" cy="8" r="6.4" strokeDasharray={isDashed ? "2.6 2" : undefined} />
      <path d="M8 4.4V8l2.4 1.6" />
    </svg>
  );
}

const cadenceOf = (seconds: number | null): string => (seconds === null ? "as of the last release" : formatCadence(seconds));

/** Beyond these days a reader asks of which day the data is. */
const NAMED_BY_DAY_MS = 2 * DAY_MS;

const ageOf = (capturedAt: string, now: number | null): string | null =>
  now === null ? null : formatAge((now - Date.parse(capturedAt)) / 1000);

function timeWords(capturedAt: string, isStale: boolean, now: number | null): string {
  const age = ageOf(capturedAt, now);
  if (now === null || age === null) return formatMoment(capturedAt);
  if (!isStale) return `${age} ago`;
  return now - Date.parse(capturedAt) > NAMED_BY_DAY_MS ? `of ${formatDay(capturedAt)}` : `${age} old`;
}

/** Every variant is at most as long as the one with the absolute time, which the box is measured by. */
function textOf({ verb, capturedAt, cadenceSeconds }: BlockStamp & { capturedAt: string }, state: Freshness, now: number | null) {
  const isStale = state === "stale";
  const time = (text: string) => (
    <time dateTime={capturedAt} title={formatMoment(capturedAt)}>
      {text}
    </time>
  );
  if (state === "unknown") return <>Age unknown: {time(formatMoment(capturedAt))}</>;
  if (isStale && now === null) return <>Stale: {time(formatMoment(capturedAt))}</>;
  return (
    <>
      {isStale ? "Stale:" : verb} {time(timeWords(capturedAt, isStale, now))}, {isStale && "due "}
      {cadenceOf(cadenceSeconds)}
    </>
  );
}

/**
 * How old the data of a block is. The server writes the absolute time; the browser puts the age in its place, in a box that is as
 * large as the absolute time, so that nothing moves.
 */
export function FreshnessStamp({ freshness = "live", ...stamp }: BlockStamp) {
  const { verb, capturedAt, cadenceSeconds } = stamp;
  const now = useNow();
  if (capturedAt === null) {
    return (
      <p className="flex items-center gap-1.5 text-small text-fg-muted">
        <ClockIcon isDashed />
        Not {verb.toLowerCase()} yet{cadenceSeconds !== null && `: due ${formatCadence(cadenceSeconds)}`}
      </p>
    );
  }
  const state = now === null ? freshness : freshnessOf(capturedAt, cadenceSeconds, new Date(now));
  const isWarning = state === "stale" || state === "unknown";
  return (
    <p className={`stamp text-small ${isWarning ? "stamp-warning text-warn-fg" : "text-fg-muted"}`}>
      <ClockIcon isDashed={state === "unknown"} />
      <span className="stamp-box">
        <span aria-hidden className="stamp-size">
          {verb} {formatMoment(capturedAt)}, {cadenceOf(cadenceSeconds)}
        </span>
        {/* A text of its own for each age: one that changed would move the words behind the age. */}
        <span key={ageOf(capturedAt, now)}>{textOf({ ...stamp, capturedAt }, state, now)}</span>
      </span>
    </p>
  );
}
