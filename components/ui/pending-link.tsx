"use client";

import { useLinkStatus } from "next/link";
import { useEffect, useSyncExternalStore } from "react";

/** The number of links that were followed and whose page has not come yet. */
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

/** Stands within a link and notes while its page is on the way. */
export function PendingLink() {
  const { pending: isPending } = useLinkStatus();
  useEffect(() => {
    if (!isPending) return;
    count(1);
    return () => count(-1);
  }, [isPending]);
  return null;
}

/** Whether another page is on the way: what costs credits waits for it, because it would ask the question of the old one. */
export const useIsLeaving = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  );
