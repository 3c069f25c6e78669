"use client";

import { useEffect, useSyncExternalStore } from "react";

/** The number of links and forms whose page was asked for and has not come yet. */
let pending = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  pending += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that another page is on the way, for as long as `isPending` says so. */
export function useNoteLeaving(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    count(1);
    return () => count(-1);
  }, [isPending]);
}

/** Whether another page is on the way. What costs credits waits for it: it would ask the old page's question. */
export const useIsLeaving = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  );
