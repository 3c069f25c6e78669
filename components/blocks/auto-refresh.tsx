"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { formatTime } from "@/lib/domain/pages/format";

/** Intervals vary by this share, so that many open tabs do not ask at the same moment. */
const JITTER = 0.1;
/** A tab that gets the focus asks at once, unless it asked this recently. */
const LEAST_MS = 10_000;
const PATIENCE_MS = 20_000;

/** Whether this page can be had now. The service keeps it for the request that follows. */
async function canReach(): Promise<boolean> {
  try {
    const asked = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    return (await fetch(location.href, asked)).ok;
  } catch {
    return false;
  }
}

/** Asks the server for this page again at an interval, while its tab is visible. A refresh that fails leaves the page as it is. */
export function AutoRefresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  const [, startTransition] = useTransition();
  const [failedSince, setFailedSince] = useState<string | null>(null);
  useEffect(() => {
    let askedAt = Date.now();
    let reachedAt = new Date().toISOString();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function refresh() {
      askedAt = Date.now();
      // The router leaves the page for the browser's own error page when its request fails.
      if (await canReach()) {
        reachedAt = new Date().toISOString();
        setFailedSince(null);
        startTransition(() => router.refresh());
      } else setFailedSince(reachedAt);
      plan();
    }
    function plan() {
      clearTimeout(timer);
      if (document.hidden) return;
      const interval = everySeconds * 1000 * (1 + JITTER * (2 * Math.random() - 1));
      timer = setTimeout(() => void refresh(), Math.max(0, askedAt + interval - Date.now()));
    }
    function look() {
      if (!document.hidden && Date.now() - askedAt >= LEAST_MS) void refresh();
      else plan();
    }
    plan();
    document.addEventListener("visibilitychange", look);
    for (const event of ["focus", "online"]) addEventListener(event, look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      for (const event of ["focus", "online"]) removeEventListener(event, look);
    };
  }, [everySeconds, router]);
  return (
    <p role="status" className="refresh-note text-small text-warn-fg">
      {failedSince === null ? "" : `Not refreshed since ${formatTime(failedSince)}`}
    </p>
  );
}
