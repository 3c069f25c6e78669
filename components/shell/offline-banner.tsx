"use client";

import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  for (const event of ["online", "offline"]) addEventListener(event, onChange);
  return () => {
    for (const event of ["online", "offline"]) removeEventListener(event, onChange);
  };
}

/** Fixed at the bottom, so that the page does not move when the connection comes and goes. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="no-print fixed inset-x-0 bottom-0 z-20 bg-warn-tint text-center text-warn-fg">
      {isOnline ? null : <p className="px-4 py-2">Offline: the data shown here is as old as its stamps say.</p>}
    </div>
  );
}
