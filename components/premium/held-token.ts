import { useSyncExternalStore } from "react";

/**
 * A token that was typed on a page. It is held by the memory of this tab alone: never stored, never part of an address,
 * gone with the next reload. All premium blocks of the tab share it.
 */
let token = "";
const listeners = new Set<() => void>();

export function holdToken(typed: string): void {
  token = typed.trim();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHeldToken = (): string =>
  useSyncExternalStore(
    subscribe,
    () => token,
    () => "",
  );
