"use client";

import { useSyncExternalStore } from "react";

/** Ages are shown in whole units, so one tick for all of a page is enough. */
const TICK_MS = 15_000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    // A hidden tab's timers are slowed down: its first look must not be at an old age.
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
  };
}

const current = (): number => (now ||= Date.now());

/** The time of this device in milliseconds, every 15 s; null on the server, which does not know it. */
export const useNow = (): number | null => useSyncExternalStore(subscribe, current, () => null);
