import { SourceError } from "./source";

export interface Deadline {
  signal: AbortSignal;
  /** Starts the clock once; waiting for one's turn before that costs nothing. */
  start(): void;
  clear(): void;
}

/** One limit for a whole exchange, headers and body, which also ends when `outer` does. */
export function createDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => controller.abort(new SourceError("cancelled", "the run has ended"));
  if (outer?.aborted) cancel();
  outer?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    start() {
      timer ??= setTimeout(() => controller.abort(new SourceError("timeout", `no whole answer within ${timeoutMs} ms`)), timeoutMs);
    },
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", cancel);
    },
  };
}

/** Whatever was thrown, in the words of a source's record; a cut exchange is the cut, however the socket worded it. */
export function toSourceError(error: unknown, signal: AbortSignal, host: string): SourceError {
  if (signal.aborted && signal.reason instanceof SourceError) return signal.reason;
  if (error instanceof SourceError) return error;
  const cause = error as NodeJS.ErrnoException;
  return new SourceError("network", `${host}: ${cause.code ?? cause.message ?? "failed"}`, { cause: error });
}
