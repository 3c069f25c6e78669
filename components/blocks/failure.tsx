"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { useCountdown } from "@/components/ui/use-countdown";
import type { BlockFailure } from "@/lib/domain/pages/block-outcome";
import { formatAge } from "@/lib/domain/pages/format";

/** Waits before the retries that need no click; after them the reader decides. */
const RETRY_AFTER_MS = [2000, 8000];

interface Props {
  failure: Pick<BlockFailure, "message" | "status" | "requestId" | "retryAfterSeconds">;
  onRetry(): void;
  isRetrying: boolean;
}

/** A failure in words, with status, request id and Retry. A time to wait is counted down. */
function Failure({ failure: { message, status, requestId, retryAfterSeconds }, onRetry, isRetrying }: Props) {
  const left = useCountdown(retryAfterSeconds);
  return (
    <div role="alert" data-failed-block className="rounded-control border border-border bg-bad-tint p-3 text-bad-fg">
      <p className="font-medium">This could not be loaded: {message}</p>
      <p className="mt-1 text-small">
        HTTP {status} · request <code className="font-mono break-all">{requestId}</code>
      </p>
      <button type="button" className="control mt-2" onClick={onRetry} disabled={isRetrying || left > 0}>
        {isRetrying ? "Trying again" : left > 0 ? `Retry in ${formatAge(left)}` : "Retry"}
      </button>
    </div>
  );
}

/** Asks for the page again: twice by itself, unless the service named a time to wait, then by click. */
export function FailedBlock({ failure }: { failure: BlockFailure }) {
  const router = useRouter();
  const [isRetrying, startTransition] = useTransition();
  const [attempts, setAttempts] = useState(0);
  const retry = () =>
    startTransition(() => {
      setAttempts((count) => count + 1);
      router.refresh();
    });
  const wait = failure.retryAfterSeconds === null ? RETRY_AFTER_MS[attempts] : undefined;
  useEffect(() => {
    if (wait === undefined || isRetrying) return;
    const timer = setTimeout(retry, wait);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wait, isRetrying]);
  return <Failure failure={failure} onRetry={retry} isRetrying={isRetrying} />;
}
