"use client";

import { useSyncExternalStore } from "react";
import { NearTime } from "@/components/ui/near-time";

/** A visit ends after this long without a look at any page. */
const VISIT_GAP_MS = 30 * 60_000;
const KEY = "visits";

interface Visits {
  /** When a page was last looked at. */
  seenAt: string;
  /** When the visit before this one ended; null on the first visit. */
  previousAt: string | null;
}

const isTime = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));

function storedVisits(): Visits | null {
  try {
    const { seenAt, previousAt } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return isTime(seenAt) ? { seenAt, previousAt: isTime(previousAt) ? previousAt : null } : null;
  } catch {
    return null;
  }
}

let previousAt: string | null | undefined;

function noteLook(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ seenAt: new Date().toISOString(), previousAt: previousAt ?? null }));
  } catch {
    // Without storage every visit is the first one.
  }
}

/** Reads the end of the visit before once per tab, and records that this one goes on. */
function previousVisit(): string | null {
  if (previousAt !== undefined) return previousAt;
  const stored = storedVisits();
  const isNewVisit = stored !== null && Date.now() - Date.parse(stored.seenAt) > VISIT_GAP_MS;
  previousAt = stored === null ? null : isNewVisit ? stored.seenAt : stored.previousAt;
  noteLook();
  return previousAt;
}

function subscribe(): () => void {
  document.addEventListener("visibilitychange", noteLook);
  return () => document.removeEventListener("visibilitychange", noteLook);
}

/** When this browser's visit before ended; null on the server and on the first visit. Nothing of it leaves the browser. */
const usePreviousVisit = (): string | null => useSyncExternalStore(subscribe, previousVisit, () => null);

/** Marks what happened since the visit before. Its place is kept free, so that the mark moves nothing. */
export function NewMark({ at }: { at: string }) {
  const since = usePreviousVisit();
  return <span className="new-mark">{since !== null && at > since ? "new" : ""}</span>;
}

/** How much of what is listed happened since the visit before. */
export function SinceVisit({ times }: { times: readonly string[] }) {
  const since = usePreviousVisit();
  const count = since === null ? 0 : times.filter((at) => at > since).length;
  return (
    <p className="since-visit text-small text-fg-muted">
      {since !== null && (
        <>
          {count === 0 ? "Nothing" : count} new since your last visit, <NearTime at={since} />
        </>
      )}
    </p>
  );
}
