"use client";

import { useEffect, useState, type ReactNode } from "react";
import { formatSeconds } from "@/lib/domain/pages/format";
import { noChargeText } from "./receipt-row";
import type { Refusal } from "./run-call";

/** Says what went wrong in words and what to do next; the server's own message stands below. */
function headlineOf({ status, code }: Refusal): string {
  if (status === null) return "No answer";
  if (code === "session_required") return "The session has ended";
  if (code === "token_required") return "The account has no token in use";
  if (status === 401) return "This token is not accepted";
  if (status === 402) return "This token has too few credits";
  if (status === 404) return "There is nothing of this name";
  if (status === 429) return "Too many requests";
  if (status === 503) return "Not available right now";
  return status >= 500 ? "The service failed" : "The request was refused";
}

const SECOND_MS = 1000;

/** Counts down to the moment from which the service answers again. */
function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    const until = Date.now() + (seconds ?? 0) * SECOND_MS;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

export function RefusedRun({ refusal, onRetry, children }: { refusal: Refusal; onRetry: () => void; children?: ReactNode }) {
  const { status, code, message, requestId, retryAfterSeconds, noChargeReason } = refusal;
  const left = useCountdown(retryAfterSeconds);
  const isWorthRepeating = status === null || status === 429 || status >= 500;
  return (
    <div role="alert" className="mt-4 rounded-control border border-border-strong bg-surface-2 p-3">
      <p className="font-medium">
        {headlineOf(refusal)}
        {status !== null && <span className="font-normal text-fg-muted"> ({status})</span>}
      </p>
      <p className="mt-1 break-words">{message}</p>
      {code === "token_required" && (
        <p className="mt-1">
          <a href="/account/tokens">Create a token</a>
        </p>
      )}
      {status === 402 && (
        <p className="mt-1">
          <a href="/buy">Buy credits</a>
        </p>
      )}
      {children}
      {noChargeReason ? <p className="mt-1">{noChargeText(noChargeReason)}</p> : null}
      {status === null && <p className="mt-1">Trying again repeats the same call, which is charged once at most.</p>}
      {requestId && (
        <p className="mt-1 text-small text-fg-muted">
          Request <code className="font-mono">{requestId}</code>
        </p>
      )}
      {isWorthRepeating && (
        <button type="button" className="control mt-3" disabled={left > 0} onClick={onRetry}>
          {left > 0 ? `Try again in ${formatSeconds(left)}` : "Try again"}
        </button>
      )}
    </div>
  );
}
